import type { SubscriptionWithBalance } from '@/server/contract/subscription.ts';

/** A subscription with the names of the resources that it refers to. A name is missing until it is loaded. */
export type NamedSubscription = SubscriptionWithBalance & { subscriberName?: string; planName?: string };

/** The ids that a list of subscriptions shows by name. */
export function namedIn(rows: SubscriptionWithBalance[]): string[] {
  return [...new Set(rows.flatMap(({ subscriberId, planId }) => [subscriberId, planId]))].sort();
}

export function withNames(
  rows: SubscriptionWithBalance[],
  names: Record<string, string> | undefined,
): NamedSubscription[] {
  return rows.map((row) => ({
    ...row,
    subscriberName: names?.[row.subscriberId],
    planName: names?.[row.planId],
  }));
}
