import type { InstallationSnapshot } from '@/server/contract/installation.ts';

/** What installations refer to, in words, by id; a name is missing while it is not known. */
export type Names = { names: Record<string, string>; addresses: Record<string, string> };

/** An installation with whose it is and where. */
export type NamedInstallation = InstallationSnapshot & {
  subscriberName?: string;
  placeName?: string;
  address?: string;
};

/** The ids a list of installations shows by name, and those of their places. */
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
