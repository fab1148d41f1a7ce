import type { Naming } from '../table/use-named-rows.ts';

/** A row and the names of its subscriber and plan, which are missing until they are loaded. */
export type OfService<T> = T & { subscriberName?: string; planName?: string };

type Row = { subscriberId: string; planId: string };

/** The ids of the subscribers and plans that a list shows by name. */
export function servicesIn(rows: Row[]): string[] {
  return [...new Set(rows.flatMap(({ subscriberId, planId }) => [subscriberId, planId]))].sort();
}

export function withServices<T extends Row>(
  rows: T[],
  names: Record<string, string> | undefined,
): OfService<T>[] {
  return rows.map((row) => ({
    ...row,
    subscriberName: names?.[row.subscriberId],
    planName: names?.[row.planId],
  }));
}

/** Adds the names of the subscribers and plans to the rows of a list. */
export function namedByService<T extends Row>(): Naming<T, OfService<T>> {
  return {
    idsIn: servicesIn,
    withNames: withServices,
    isNamed: (row): row is OfService<T> => 'subscriberName' in row,
  };
}
