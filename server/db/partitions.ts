import type { Sql, TransactionSql } from 'postgres';
import { DAY_MS, plus } from '../clock.ts';

/** A table that is partitioned by month. */
type Partitioned = {
  table: string;
  /** The instant, in real time, whose month names the partition. */
  column: string;
  /** How long a row is kept at least, in ms; whole months go. */
  keptMs: number;
  /** Whether `row_count` keeps its total. */
  counted?: true;
  /** How full pages are left, in percent, where rows are written again in place. */
  fillfactor?: number;
};

/** Deliveries stand in the month of their event, and are kept as long: one never outlives the other. */
export const partitioned: readonly Partitioned[] = [
  { table: 'delivery_attempt', column: 'at', keptMs: 30 * DAY_MS },
  { table: 'delivery', column: 'recorded_at', keptMs: 760 * DAY_MS, fillfactor: 60 },
  { table: 'event', column: 'recorded_at', keptMs: 760 * DAY_MS, counted: true },
];

/** Months made ahead, beside the present one. */
const AHEAD = 3;

/** Any fixed number: it names the lock that lets one process at a time change partitions. */
const PARTITION_LOCK = 7_346_002;

type Month = { from: string; to: string; suffix: string };

/** The month that an instant lies in, `months` on, in UTC. */
function monthOf(at: Date, months = 0): Month {
  const start = (offset: number) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + offset, 1)).toISOString();
  return { from: start(0), to: start(1), suffix: start(0).slice(0, 7).replace('-', '_') };
}

/**
 * Makes the partitions of the months to come, and drops those whose rows have been kept long enough. Run at start and
 * daily; safe to run twice and at once. A month that was not made in time costs nothing but a move of its rows.
 * @param now real time
 */
export async function keepPartitions(sql: Sql, now: Date): Promise<void> {
  for (const each of partitioned) {
    for (let ahead = 0; ahead <= AHEAD; ahead++) await makePartition(sql, each, monthOf(now, ahead));
    await dropOld(sql, each, plus(now, -each.keptMs));
  }
}

async function makePartition(sql: Sql, each: Partitioned, month: Month): Promise<void> {
  const { table, column, fillfactor = 100 } = each;
  const name = `${table}_${month.suffix}`;
  if (await exists(sql, name)) return;
  await locked(sql, async (tx) => {
    if (await exists(tx, name)) return;
    await tx.unsafe(
      `create table ${name} (like ${table}_default including all) with (fillfactor = ${fillfactor})`,
    );
    // Rows that came before their month was made stand in the default partition; generated columns make themselves.
    const columns = await columnsOf(tx, table);
    await tx.unsafe(`
      with moved as (
        delete from ${table}_default where ${column} >= '${month.from}' and ${column} < '${month.to}' returning ${columns}
      )
      insert into ${name} (${columns}) select ${columns} from moved`);
    await tx.unsafe(
      `alter table ${table} attach partition ${name} for values from ('${month.from}') to ('${month.to}')`,
    );
  });
}

async function dropOld(sql: Sql, { table, column, counted }: Partitioned, before: Date): Promise<void> {
  const oldest = monthOf(before).suffix;
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ ${`^${table}_\\d{4}_\\d{2}$`}`;
  for (const { name } of rows.filter((row) => row.name.slice(table.length + 1) < oldest)) {
    await locked(sql, async (tx) => {
      if (!(await exists(tx, name))) return;
      if (counted) await uncount(tx, table, name);
      await tx.unsafe(`drop table ${name}`);
    });
  }
  // Statement triggers of the table itself see these deletions, and count them.
  const { from } = monthOf(before);
  await sql.unsafe(
    `delete from ${table} where ${column} < '${from}' and tableoid = '${table}_default'::regclass`,
  );
}

/** A dropped partition sets off no trigger. */
async function uncount(tx: TransactionSql, table: string, name: string): Promise<void> {
  await tx.unsafe(`
    insert into row_count as c (provider_id, resource, shard, n)
    select provider_id, '${table}', 0, -count(*) from ${name} group by provider_id
    on conflict (provider_id, resource, shard) do update set n = c.n + excluded.n`);
}

/** Runs it alone, and gives up rather than hold up requests behind it: the next run tries again. */
async function locked(sql: Sql, work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '5s'`;
    await tx`select pg_advisory_xact_lock(${PARTITION_LOCK})`;
    await work(tx);
  });
}

async function exists(sql: Sql | TransactionSql, table: string): Promise<boolean> {
  // Not to_regclass: it may answer from a cache that has not heard of what another process did just now.
  const rows = await sql`
    select 1 from pg_class where relnamespace = 'public'::regnamespace and relname = ${table}`;
  return rows.length > 0;
}

async function columnsOf(sql: TransactionSql, table: string): Promise<string> {
  const rows = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`;
  return rows.map(({ name }) => `"${name}"`).join(', ');
}
