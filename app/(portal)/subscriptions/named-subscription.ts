import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

/** A subscription and the names of what it refers to; a name is missing while it is not known. */
export type NamedSubscription = SubscriptionSnapshot & { subscriberName?: string; planName?: string };

/** The ids a list of subscriptions shows by name. */
export function namedIn(rows: SubscriptionSnapshot[]): string[] {
  return [...new Set(rows.flatMap(({ subscriberId, planId }) => [subscriberId, planId]))].sort();
}

export function withNames(
  rows: SubscriptionSnapshot[],
  names: Record<string, string> | undefined,
): NamedSubscription[] {
  return rows.map((row) => ({
    ...row,
    subscriberName: names?.[row.subscriberId],
    planName: names?.[row.planId],
  }));
}
