import type { DepartureSnapshot } from '@/server/contract/portal/departure.ts';

/** A departure with the names of the resources that it refers to. A name is missing until it is loaded. */
export type NamedDeparture = DepartureSnapshot & { subscriberName?: string; planName?: string };

/** The ids that a list of departures shows by name. */
export function namedIn(rows: DepartureSnapshot[]): string[] {
  return [...new Set(rows.flatMap(({ subscriberId, planId }) => [subscriberId, planId]))].sort();
}

export function withNames(
  rows: DepartureSnapshot[],
  names: Record<string, string> | undefined,
): NamedDeparture[] {
  return rows.map((row) => ({
    ...row,
    subscriberName: names?.[row.subscriberId],
    planName: names?.[row.planId],
  }));
}
