import type { PortalCaller } from '@/server/api/bridge.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { portalCaller } from '../../session.ts';
import { boardColumns, columnInput } from './board-columns.ts';
import { type NamedInstallation, namedIn, withNames } from './named-installation.ts';

/** Installations with the names of the resources that they refer to. */
export async function nameAll(
  caller: PortalCaller,
  rows: InstallationSnapshot[],
): Promise<NamedInstallation[]> {
  const { ids, places, people } = namedIn(rows);
  if (ids.length === 0) return [];
  const [names, addresses, phones] = await Promise.all([
    caller.labels.of({ ids }),
    caller.labels.addresses({ ids: places }),
    caller.labels.phones({ ids: people }),
  ]);
  return withNames(rows, { names, addresses, phones });
}

/** The open columns of the board, by the queries that the browser repeats. */
export async function readBoard() {
  const caller = await portalCaller();
  const columns = await Promise.all(
    boardColumns.map(async (column) => {
      const answer = await caller.installation.list(columnInput(column));
      return [column.status, { ...answer, data: await nameAll(caller, answer.data) }] as const;
    }),
  );
  return Object.fromEntries(columns);
}
