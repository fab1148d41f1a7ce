import type { Naming } from '../table/use-named-rows.ts';

/** A row and the name of its subscriber, which is missing until it is loaded. */
export type OfSubscriber<T> = T & { subscriberName?: string };

/** Null for a row without a subscriber, such as an email to staff. */
type Row = { subscriberId: string | null };

/** The ids of the subscribers that a list shows by name. */
export function subscribersIn(rows: Row[]): string[] {
  return [...new Set(rows.flatMap(({ subscriberId }) => subscriberId ?? []))].sort();
}

export function withSubscribers<T extends Row>(
  rows: T[],
  names: Record<string, string> | undefined,
): OfSubscriber<T>[] {
  return rows.map((row) => ({ ...row, subscriberName: names?.[row.subscriberId ?? ''] }));
}

/** Adds the names of the subscribers to the rows of a list. */
export function namedBySubscriber<T extends Row>(): Naming<T, OfSubscriber<T>> {
  return {
    idsIn: subscribersIn,
    withNames: withSubscribers,
    isNamed: (row): row is OfSubscriber<T> => 'subscriberName' in row,
  };
}
