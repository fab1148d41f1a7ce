import { plus } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import type { Sql, TransactionSql } from '../db/driver/session.ts';
import { hasTimedOut } from '../db/errors.ts';
import { type Env, env } from '../env.ts';
import { log } from '../log.ts';

/** A table that is partitioned by time. */
type Partitioned = {
  table: string;
  /** The column, in real time, that selects the partition. */
  column: string;
  /** The length of a partition, in UTC. */
  by: 'month' | 'day';
  /** The variable with the minimum retention time of a row, in days. Whole partitions are dropped. */
  kept: 'RETENTION_ATTEMPTS_DAYS' | 'RETENTION_EVENTS_DAYS' | 'RETENTION_REQUESTS_DAYS';
  /** Whether `row_count` has its total. */
  counted?: true;
  /**
   * The fill factor in percent, for a table whose rows are updated in place. Below 50 a page has room for a second version of each
   * row, so that claims of all its deliveries write no index.
   */
  fillfactor?: number;
};

/** A delivery and a place in the feed are in the month of their event and are kept as long, so none outlives another. */
export const partitioned: readonly Partitioned[] = [
  { table: 'delivery_attempt', column: 'at', by: 'month', kept: 'RETENTION_ATTEMPTS_DAYS' },
  { table: 'delivery', column: 'recorded_at', by: 'month', kept: 'RETENTION_EVENTS_DAYS', fillfactor: 45 },
  { table: 'event', column: 'recorded_at', by: 'month', kept: 'RETENTION_EVENTS_DAYS', counted: true },
  { table: 'event_feed', column: 'recorded_at', by: 'month', kept: 'RETENTION_EVENTS_DAYS' },
  { table: 'api_request', column: 'recorded_at', by: 'day', kept: 'RETENTION_REQUESTS_DAYS' },
];

/** How many partitions are created ahead. */
const AHEAD = 3;

/** The advisory lock that lets one process at a time change partitions. The number is arbitrary. */
const PARTITION_LOCK = 7_346_002;

/** The bounds of a partition, and the end of its name: `2026_02` or `2026_02_01`. */
type Period = { from: string; to: string; suffix: string };

/** The month or day of an instant, `later` periods on, in UTC. */
function periodOf(by: Partitioned['by'], at: Date, later = 0): Period {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const start = (offset: number) =>
    new Date(
      by === 'month'
        ? Date.UTC(year, month + later + offset, 1)
        : Date.UTC(year, month, day + later + offset),
    ).toISOString();
  const suffix = start(0)
    .slice(0, by === 'month' ? 7 : 10)
    .replaceAll('-', '_');
  return { from: start(0), to: start(1), suffix };
}

/**
 * Creates the coming partitions and drops the expired ones. It runs at start and hourly, and is safe to run twice or
 * concurrently. The rows of a partition that was created late are moved into it. A table that is in use is left to the next run.
 * @param now real time
 * @param retention days by variable; 0 keeps a table for ever
 */
export async function keepPartitions(
  sql: Sql,
  now: Date,
  retention: Pick<Env, Partitioned['kept']> = env,
): Promise<void> {
  for (const each of partitioned) {
    try {
      await keep(sql, each, now, retention[each.kept]);
    } catch (err) {
      // A start must not fail while pg_dump reads the table, which may take an hour.
      if (!hasTimedOut(err)) throw err;
      log.warn({ table: each.table }, 'partitions are in use; the next run creates and drops them');
    }
  }
}

/** @param days the retention time; 0 keeps the table for ever */
async function keep(sql: Sql, each: Partitioned, now: Date, days: number): Promise<void> {
  for (let ahead = 0; ahead <= AHEAD; ahead++) await makePartition(sql, each, periodOf(each.by, now, ahead));
  if (days > 0) await dropOld(sql, each, plus(now, -days * DAY_MS));
}

async function makePartition(sql: Sql, each: Partitioned, period: Period): Promise<void> {
  const { table, column, fillfactor = 100 } = each;
  const name = `${table}_${period.suffix}`;
  if (await exists(sql, name)) return;
  await locked(sql, async (tx) => {
    if (await exists(tx, name)) return;
    await tx.unsafe(
      `create table ${name} (like ${table}_default including all) with (fillfactor = ${fillfactor})`,
    );
    // Rows of a missing partition are in the default partition. Generated columns cannot be inserted.
    const columns = await columnsOf(tx, table);
    await tx.unsafe(`
      with moved as (
        delete from ${table}_default where ${column} >= '${period.from}' and ${column} < '${period.to}' returning ${columns}
      )
      insert into ${name} (${columns}) select ${columns} from moved`);
    await tx.unsafe(
      `alter table ${table} attach partition ${name} for values from ('${period.from}') to ('${period.to}')`,
    );
  });
}

async function dropOld(sql: Sql, { table, column, by, counted }: Partitioned, before: Date): Promise<void> {
  const { from, suffix: oldest } = periodOf(by, before);
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ ${`^${table}_\\d{4}(_\\d{2})+$`}`;
  for (const { name } of rows.filter((row) => row.name.slice(table.length + 1) < oldest)) {
    await locked(sql, async (tx) => {
      if (!(await exists(tx, name))) return;
      if (counted) await uncount(tx, table, name);
      await tx.unsafe(`drop table ${name}`);
    });
  }
  // The statement triggers of the table count these deletions.
  await sql.unsafe(
    `delete from ${table} where ${column} < '${from}' and tableoid = '${table}_default'::regclass`,
  );
}

/** Subtracts the rows of a partition from the totals, because dropping it fires no trigger. */
async function uncount(tx: TransactionSql, table: string, name: string): Promise<void> {
  await tx.unsafe(`
    insert into row_count as c (provider_id, resource, shard, n)
    select provider_id, '${table}', 0, -count(*) from ${name} group by provider_id
    on conflict (provider_id, resource, shard) do update set n = c.n + excluded.n`);
}

/** Runs `work` under the lock. It gives up after 5 s, so that requests do not wait; the next run tries again. */
async function locked(sql: Sql, work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '5s'`;
    await tx`select pg_advisory_xact_lock(${PARTITION_LOCK})`;
    await work(tx);
  });
}

async function exists(sql: Sql | TransactionSql, table: string): Promise<boolean> {
  // Not to_regclass: its cache may miss what another process has just committed.
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
