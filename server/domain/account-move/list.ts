import type { OpenCell } from './cells.ts';

/** How many accounts run in each cell, and how many subscribers they have that are not terminated. Contract: Operator. */
export async function listAccounts(
  cells: OpenCell[],
): Promise<{ cell: string; accounts: number; subscribers: number }[]> {
  return Promise.all(
    cells.map(async ({ name, database: { sql } }) => {
      const [row] = await sql<[{ accounts: number; subscribers: number }]>`
        select count(*)::int as accounts, coalesce(sum(n), 0)::int as subscribers from (
          select (select count(*) from subscriber s where s.provider_id = p.id and s.status <> 'terminated') as n
          from provider p where p.status not in ('MOVED', 'CLOSED')) a`;
      return { cell: name, ...row };
    }),
  );
}
