import type { InstallationSnapshot } from '@/server/contract/installation.ts';

/** The names of the resources that installations refer to, by id. A name is missing until it is loaded. */
export type Names = {
  names: Record<string, string>;
  addresses: Record<string, string>;
  phones: Record<string, string>;
};

/** An installation with the names of its subscriber and its place. */
export type NamedInstallation = InstallationSnapshot & {
  subscriberName?: string;
  phone?: string;
  placeName?: string;
  address?: string;
};

/** The ids that a list of installations shows by name, those of the places and those of the subscribers. */
export function namedIn(rows: InstallationSnapshot[]) {
  const places = [...new Set(rows.map(({ demarcationPointId }) => demarcationPointId))].sort();
  const people = [...new Set(rows.map(({ subscriberId }) => subscriberId))].sort();
  return { ids: [...people, ...places].sort(), places, people };
}

export function withNames(rows: InstallationSnapshot[], known: Partial<Names>): NamedInstallation[] {
  const { names = {}, addresses = {}, phones = {} } = known;
  return rows.map((row) => ({
    ...row,
    subscriberName: names[row.subscriberId],
    phone: phones[row.subscriberId],
    placeName: names[row.demarcationPointId],
    address: addresses[row.demarcationPointId],
  }));
}
