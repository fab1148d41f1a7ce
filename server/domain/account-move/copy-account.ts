import type { Database } from '../../db/client.ts';
import { ofAccount } from '../account-archive/read-rows.ts';
import type { OpenCell } from './cells.ts';
import { copyServers } from './copy-servers.ts';
import { type Copied, copyTable } from './copy-table.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';

/** Tables that are compared and copied at a time. */
const LANES = 4;

/**
 * Tables by which rows of others are found, so they are copied before them. The account is the first: without it, background work would
 * take its rows for those of an active one.
 */
const READ_BY_OTHERS = [
  'provider',
  'organisation',
  'staff_member',
  'subscription',
  'network_session',
  'mirror',
];
/** People are found by the rows that name them as well. */
const READS_OTHERS = ['staff_user'];

/** What a copy did: the rows that it wrote, and the tables whose rows the target does not have afterwards. */
export type CopiedAccount = { written: number; unequal: string[]; tables: MovedTable[] };

/**
 * Makes all rows of an account at the target those of the source, as of one instant. Rows that are equal already are not sent, so a copy
 * that was ended continues, and a later one writes what has changed. Contract: Operator.
 */
export async function copyAccount(
  source: OpenCell,
  target: OpenCell,
  providerId: string,
): Promise<CopiedAccount> {
  return source.database.sql.begin('isolation level repeatable read read only', async (leader) => {
    const tables = await movedTables(
      { source: leader, target: target.database.sql },
      { providerId, from: source.name },
    );
    const copied: CopiedAccount = { written: 0, unequal: [], tables };
    const note = ({ written, isEqual }: Copied, name: string) => {
      copied.written += written;
      if (!isEqual) copied.unequal.push(name);
    };
    const [nas, servers] = ['radius.nas', 'network_server'].map((name) =>
      tables.find((table) => table.name === name),
    ) as [MovedTable, MovedTable];
    for (const name of READ_BY_OTHERS) {
      for (const table of tables.filter((each) => each.name === name))
        note(await copyTable(leader, target.database, table), name);
    }
    note(await copyServers(leader, target.database, { nas, servers }), servers.name);
    const done = [...READ_BY_OTHERS, nas.name, servers.name, ...READS_OTHERS];
    const rest = tables.filter(({ name }) => !done.includes(name));
    const [{ snapshot } = { snapshot: '' }] = await leader.unsafe<{ snapshot: string }[]>(
      'select pg_export_snapshot() as snapshot',
    );
    const lane = () =>
      source.database.sql.begin('isolation level repeatable read read only', async (tx) => {
        await tx.unsafe(`set transaction snapshot '${snapshot}'`);
        for (let table = rest.shift(); table; table = rest.shift())
          note(await copyTable(tx, target.database, table), table.name);
      });
    const stopped = (error: unknown) => {
      rest.length = 0;
      throw error;
    };
    // No lane writes any more once this has failed.
    const ends = await Promise.allSettled(Array.from({ length: LANES }, () => lane().catch(stopped)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    for (const table of tables.filter(({ name }) => READS_OTHERS.includes(name)))
      note(await copyTable(leader, target.database, table), table.name);
    return copied;
  });
}

/**
 * Names rows of the copy whose keys name rows that the target does not have: a person with the same address and another id, or a row
 * that another account shares. Keys did not act during the copy.
 */
export async function danglingKeys(
  target: Database,
  tables: MovedTable[],
  providerId: string,
): Promise<string[]> {
  const shared = tables.filter(({ isShared }) => isShared).map(({ name }) => name);
  const names = [...new Set(tables.map(({ name }) => name))];
  const keys = await target.sql<
    { name: string; child: string; parent: string; pairs: string; isSet: string }[]
  >`
    select f.conname as name, f.conrelid::regclass::text as child, f.confrelid::regclass::text as parent,
      string_agg(format('p.%I = c.%I', b.attname, a.attname), ' and ') as pairs,
      string_agg(format('c.%I is not null', a.attname), ' and ') as "isSet"
    from pg_constraint f
    cross join unnest(f.conkey, f.confkey) k (own, other)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
    join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.other
    where f.contype = 'f' and f.conparentid = 0 and f.conrelid::regclass::text = any(${names})
      and (f.confrelid::regclass::text = any(${shared}) or f.confrelid::regclass::text <> all(${names}))
    group by f.oid, f.conname, f.conrelid, f.confrelid`;
  const dangling: string[] = [];
  for (const { name, child, parent, pairs, isSet } of keys) {
    const rows = tables.filter((table) => table.name === child).map((table) => `(${table.rows})`);
    const [found] = await target.sql.unsafe(
      ofAccount(
        `select 1 from (select * from ${child} where ${rows.join(' or ')}) c
         where ${isSet} and not exists (select from ${parent} p where ${pairs}) limit 1`,
        providerId,
      ),
    );
    if (found) dangling.push(name);
  }
  return dangling;
}

/** Numbers that the target draws from now on are behind the copied ones. */
export async function raiseSequences({ sql }: Database, tables: MovedTable[]): Promise<void> {
  for (const { name, carried } of tables) {
    for (const column of carried) {
      await sql.unsafe(
        `select setval(s.name, greatest(nextval(s.name), (select coalesce(max(${column}), 1) from ${name})))
         from (select pg_get_serial_sequence('${name}', '${column.replaceAll('"', '')}') as name) s`,
      );
    }
  }
}
