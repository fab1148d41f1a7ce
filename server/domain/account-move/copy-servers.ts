import { refuse } from '../../contract/errors.ts';
import type { Database } from '../../db/client.ts';
import type { Client } from '../../db/driver/drizzle.ts';
import { addAll, type Copied, differing, digestOf, withoutTriggers } from './copy-table.ts';
import type { MovedTable } from './moved-tables.ts';

/**
 * Copies the network servers of an account and their rows of FreeRADIUS, which are found by each other, in one transaction. When one
 * differs, all are replaced: an account has few.
 * @throws CONFLICT when FreeRADIUS at the target has a server with the same address
 */
export async function copyServers(
  source: Client,
  target: Database,
  { nas, servers }: { nas: MovedTable; servers: MovedTable },
): Promise<Copied> {
  const both = [nas, servers];
  const isEqual = async () => {
    for (const table of both) {
      const [there, here] = await Promise.all([digestOf(source, table), digestOf(target.sql, table)]);
      if (differing(there, here).length > 0) return false;
    }
    return true;
  };
  if (await isEqual()) return { written: 0, isEqual: true };
  const written = await target.sql.begin(async (tx) => {
    await withoutTriggers(tx);
    for (const { name, rows } of both) await tx.unsafe(`delete from ${name} where ${rows}`);
    let written = 0;
    for (const table of both) written += await addAll(source, tx, table);
    const [taken] = await tx.unsafe<{ nasname: string }[]>(
      `select n.nasname from radius.nas n
       where n.nasname in (select address from ${servers.name} where ${servers.rows}) group by 1 having count(*) > 1`,
    );
    if (taken)
      throw refuse('CONFLICT', { message: `The target has the network server ${taken.nasname} already.` });
    return written;
  });
  return { written, isEqual: await isEqual() };
}
