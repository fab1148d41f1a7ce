import type { Naming } from '@/components/table/use-named-rows.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

export function fullName({
  firstName,
  lastName,
}: Pick<SubscriberSnapshot, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** A row and the name of the subscriber it belongs to; missing while it is not known. */
export type OfSubscriber<T> = T & { subscriberName?: string };

/** What belongs to nobody, as an email to staff, has null. */
type Row = { subscriberId: string | null };

/** The ids a list of what belongs to subscribers shows by name. */
export function subscribersIn(rows: Row[]): string[] {
  return [...new Set(rows.flatMap(({ subscriberId }) => subscriberId ?? []))].sort();
}

export function withSubscribers<T extends Row>(
  rows: T[],
  names: Record<string, string> | undefined,
): OfSubscriber<T>[] {
  return rows.map((row) => ({ ...row, subscriberName: names?.[row.subscriberId ?? ''] }));
}

/** How the rows of such a list get their subscribers' names. */
export function namedBySubscriber<T extends Row>(): Naming<T, OfSubscriber<T>> {
  return {
    idsIn: subscribersIn,
    withNames: withSubscribers,
    isNamed: (row): row is OfSubscriber<T> => 'subscriberName' in row,
  };
}

/** Why a subscriber is suspended: the reason of the hold, a hold without one, or the lack of service. */
export function reasonOf({ status, hold }: SubscriberSnapshot): string | null {
  if (status !== 'suspended') return null;
  return hold ? (hold.reason ?? 'manual hold') : 'nothing in service';
}
