import type { InstallationSnapshot } from '@/server/contract/installation.ts';

/** The names of the resources that installations refer to, by id. A name is missing until it is loaded. */
export type Names = { names: Record<string, string>; addresses: Record<string, string> };

/** An installation with the names of its subscriber and its place. */
export type NamedInstallation = InstallationSnapshot & {
  subscriberName?: string;
  placeName?: string;
  address?: string;
};

/** The ids that a list of installations shows by name, and those of the places. */
export function namedIn(rows: InstallationSnapshot[]): { ids: string[]; places: string[] } {
  const places = [...new Set(rows.map(({ demarcationPointId }) => demarcationPointId))].sort();
  return { ids: [...new Set(rows.map(({ subscriberId }) => subscriberId)), ...places].sort(), places };
}

export function withNames(rows: InstallationSnapshot[], known: Partial<Names>): NamedInstallation[] {
  const { names = {}, addresses = {} } = known;
  return rows.map((row) => ({
    ...row,
    subscriberName: names[row.subscriberId],
    placeName: names[row.demarcationPointId],
    address: addresses[row.demarcationPointId],
  }));
}
