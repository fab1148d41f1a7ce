import { and, eq, getTableColumns, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { MINUTE_MS, monotonicMs, plus, realNow, SECOND_MS } from '../../clock.ts';
import { type Db, db, type Tx } from '../../db/client.ts';
import { log } from '../../log.ts';
import { KEEPS_CLOCK } from '../../work/provider-clock.ts';
import type { WakeName } from '../../work/wake-names.ts';
import { selectBacklog } from './backlog.ts';
import { wakeAt } from './wake-at.ts';

/** A table whose rows are the entries of a queue. */
type QueueTable = PgTable & { providerId: PgColumn; attempts: PgColumn };

type Row<T extends QueueTable> = T['$inferSelect'] & { providerId: string; attempts: number };

/** A column by the name that the rows give it. */
type ColumnName<T extends QueueTable> = keyof T['$inferSelect'] & string;

/**
 * The differences between the leased queues; decision 34 lists the queues. Everything else is the same: a claim takes
 * due rows with `SKIP LOCKED`, adds one to `attempts` and sets a lease. The rows of a killed process are free at the
 * end of the lease. The result of an attempt is written only while the row still has the attempt number of the claim.
 */
type LeasedQueue<T extends QueueTable> = {
  /** Names the queue in the log. */
  name: string;
  /** The wake-up of its job. Its runs set an alarm for the next row, so that each retry begins when it is due. */
  wake?: WakeName;
  table: T;
  /** The columns that identify a row within its provider. */
  key: ColumnName<T>[];
  /** Real time from which a row is due; null when nothing is due. */
  due: ColumnName<T>;
  /** The column of the lease. By default the claim moves `due` itself; a queue whose `due` has other writers needs its own. */
  lease?: ColumnName<T>;
  /** A further condition of a due row. */
  where?: () => SQL | undefined;
  order: ColumnName<T>[];
  /** Rows claimed at a time; their attempts run concurrently. */
  batch: number;
  /** In ms of real time; longer than an attempt with all its time-outs. */
  leaseMs: number;
  /** The wait after the first failure, the second and so on, in ms of real time. */
  retryWaitsMs: readonly number[];
  /** Whether the last wait repeats. Without it the failure after the last wait is final. */
  retriesForever?: true;
  /** Columns that fence a result, in addition to `attempts`. */
  fence?: ColumnName<T>[];
  /** Whether rows are claimed during an advance of the account's test clock: their work needs no lock that an advance holds. */
  besideAdvance?: true;
  /** The external system of a row. An unreachable one is left out for the rest of the run, and the others continue. */
  systemOf?: ColumnName<T>;
};

/** How far a run and a sweep look ahead, in ms: beyond the next sweep, which comes after a minute. */
const AHEAD_MS = 2 * MINUTE_MS;

/** The query of the backlog of each queue that this process has defined, as `Backlog` rows. */
export const queueBacklogs: (() => SQL)[] = [];

/** Keeps the exact type of the table, and adds the queue to those whose backlog is watched. */
export function defineQueue<T extends QueueTable>(queue: LeasedQueue<T>): LeasedQueue<T> {
  queueBacklogs.push(() =>
    selectBacklog(queue.name, column(queue, queue.due), sql`from ${queue.table} where ${isDue(queue)}`),
  );
  return queue;
}

/** The ids of the providers with rows that are due, or that become due before the next sweep: their run sets an alarm. */
export async function providersWithDue<T extends QueueTable>(queue: LeasedQueue<T>): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ providerId: sql<string>`${queue.table.providerId}` })
    .from(plain(queue.table))
    .where(isDue(queue, queue.wake ? plus(realNow(), AHEAD_MS) : realNow()));
  return rows.map(({ providerId }) => providerId);
}

/** Locks due rows until the transaction ends. Rows that another process claims at the same time are skipped. */
export function lockDue<T extends QueueTable>(
  on: Db | Tx,
  queue: LeasedQueue<T>,
  providerId: string,
): Promise<Row<T>[]> {
  return rowsOf<T>(selectDue(on, queue, providerId, { columns: getTableColumns(queue.table) }));
}

/**
 * Claims due rows of one provider for the time of the lease.
 * @param unreachable external systems whose rows are left out
 */
export async function claim<T extends QueueTable>(
  queue: LeasedQueue<T>,
  providerId: string,
  unreachable: readonly unknown[] = [],
): Promise<Row<T>[]> {
  const { table, key, lease = queue.due } = queue;
  const columns = getTableColumns(table);
  const keyColumns = Object.fromEntries(key.map((name) => [name, column(queue, name)]));
  // PostgreSQL runs a CTE that locks rows once. A subquery may run once for each row, and lock more than the batch.
  const due = db()
    .$with('due')
    .as(selectDue(db(), queue, providerId, { columns: keyColumns, unreachable }));
  const claimed = db()
    .with(due)
    .update(plain(table))
    .set({ attempts: sql`${table.attempts} + 1`, [lease]: plus(realNow(), queue.leaseMs) })
    .from(due)
    .where(
      and(eq(table.providerId, providerId), ...key.map((name) => eq(column(queue, name), keyOf(due, name)))),
    )
    .returning(columns);
  return rowsOf<T>(claimed);
}

/**
 * Claims what is due of one provider and attempts it, a batch at a time, until nothing is due or the budget is spent. An
 * attempt that throws keeps its row until the end of the lease. A batch that finds every system unreachable ends the run. At its
 * end an alarm is set for the row that is due next.
 * @param budgetMs real time in which new attempts begin, in ms
 * @param take claims a batch, where a claim is more than the lease
 * @returns whether the run stopped with more to do
 */
export async function drain<T extends QueueTable, C extends Row<T> = Row<T>>(
  queue: LeasedQueue<T>,
  work: { providerId: string; budgetMs: number },
  attempt: (claimed: C) => Promise<'done' | 'unreachable'>,
  take = claim as Take<T, C>,
): Promise<{ more: boolean }> {
  const result = await attemptDue(queue, work, attempt, take);
  if (queue.wake) await setAlarm(queue, queue.wake, work.providerId);
  return result;
}

type Take<T extends QueueTable, C> = (
  queue: LeasedQueue<T>,
  providerId: string,
  unreachable: readonly unknown[],
) => Promise<C[]>;

async function attemptDue<T extends QueueTable, C extends Row<T>>(
  queue: LeasedQueue<T>,
  { providerId, budgetMs }: { providerId: string; budgetMs: number },
  attempt: (claimed: C) => Promise<'done' | 'unreachable'>,
  take: Take<T, C>,
): Promise<{ more: boolean }> {
  const { systemOf } = queue;
  const started = monotonicMs();
  const unreachable: unknown[] = [];
  const tryOne = async (row: C) => {
    try {
      return await attempt(row);
    } catch (err) {
      const key = queue.key.map((name) => row[name]).join(' ');
      log.error(
        { err, queue: queue.name, providerId, key },
        'attempt failed; the row is due after its lease',
      );
      return 'done';
    }
  };
  while (monotonicMs() - started < budgetMs) {
    const rows = await take(queue, providerId, unreachable);
    if (rows.length === 0) return { more: false };
    const ends = await Promise.all(rows.map(tryOne));
    const failing = rows.filter((_, i) => ends[i] === 'unreachable');
    if (systemOf) unreachable.push(...failing.map((row) => row[systemOf]));
    else if (failing.length === rows.length) return { more: false };
  }
  return { more: true };
}

/** Sets the alarm for the next row of a provider; none where that is due after the next sweep. */
async function setAlarm<T extends QueueTable>(
  queue: LeasedQueue<T>,
  wake: WakeName,
  providerId: string,
): Promise<void> {
  const due = column(queue, queue.due);
  const now = realNow();
  const [row] = await db()
    .select({ next: sql<string | null>`min(${due})` })
    .from(plain(queue.table))
    .where(
      and(
        eq(queue.table.providerId, providerId),
        sql`${due} > ${now.toISOString()}`,
        isDue(queue, plus(now, AHEAD_MS)),
      ),
    );
  if (row?.next) wakeAt(wake, providerId, new Date(row.next));
}

/** When a row is due again after a failure, by real time; null when the failure is final. */
export function retryAt<T extends QueueTable>(queue: LeasedQueue<T>, failures: number): Date | null {
  const { retryWaitsMs, retriesForever } = queue;
  const waitMs = retryWaitsMs[failures - 1] ?? (retriesForever ? retryWaitsMs.at(-1) : undefined);
  return waitMs === undefined ? null : plus(realNow(), waitMs);
}

/** How soon an attempt that was held up is repeated, in ms. */
const HELD_UP_MS = SECOND_MS;

/** Ends an attempt that was held up: it does not count, and its row is due again after a moment. Nothing of it may be left to do. */
export async function giveBack<T extends QueueTable>(queue: LeasedQueue<T>, claimed: Row<T>): Promise<void> {
  const { table, lease = queue.due } = queue;
  await db()
    .update(plain(table))
    .set({ attempts: sql`${table.attempts} - 1`, [lease]: plus(realNow(), HELD_UP_MS) })
    .where(isStillClaimed(queue, claimed));
}

/** The condition under which an attempt may write its result: no later attempt has begun. */
export function isStillClaimed<T extends QueueTable>(
  queue: LeasedQueue<T>,
  claimed: Row<T>,
): SQL | undefined {
  const names = [...queue.key, ...(queue.fence ?? [])];
  return and(
    eq(queue.table.providerId, claimed.providerId),
    eq(queue.table.attempts, claimed.attempts),
    ...names.map((name) => eq(column(queue, name), claimed[name])),
  );
}

/** Locks a claimed row until the transaction ends; undefined once a later attempt has begun. */
export async function lockClaimed<T extends QueueTable>(
  on: Tx,
  queue: LeasedQueue<T>,
  claimed: Row<T>,
): Promise<Row<T> | undefined> {
  const rows = on
    .select(getTableColumns(queue.table))
    .from(plain(queue.table))
    .where(isStillClaimed(queue, claimed))
    .for('no key update');
  return (await rowsOf<T>(rows))[0];
}

function selectDue<T extends QueueTable>(
  on: Db | Tx,
  queue: LeasedQueue<T>,
  providerId: string,
  { columns, unreachable = [] }: { columns: Record<string, PgColumn>; unreachable?: readonly unknown[] },
) {
  const { table, systemOf, order, batch } = queue;
  const isReachable =
    systemOf && unreachable.length > 0 ? notInArray(column(queue, systemOf), [...unreachable]) : undefined;
  return on
    .select(columns)
    .from(plain(table))
    .where(and(eq(table.providerId, providerId), isDue(queue), isReachable, mayClaim(queue, providerId)))
    .orderBy(...order.map((name) => column(queue, name)))
    .limit(batch)
    .for('no key update', { skipLocked: true });
}

/**
 * Whether the account runs in this database, and its test clock is not being advanced. A drain that began before a move or an advance
 * claims nothing afterwards. Contract: Operator, Time.
 */
function mayClaim<T extends QueueTable>({ besideAdvance }: LeasedQueue<T>, providerId: string): SQL {
  const isKept = sql.raw(besideAdvance ? 'true' : KEEPS_CLOCK);
  return sql`exists (select from provider where id = ${providerId} and status <> 'MOVED' and ${isKept})`;
}

/**
 * The condition of a row that is due and that no process holds.
 * @param at real time; now by default
 */
export function isDue<T extends QueueTable>(queue: LeasedQueue<T>, at = realNow()): SQL | undefined {
  const time = at.toISOString();
  const isFree = (lease: PgColumn) => sql`(${lease} is null or ${lease} <= ${time})`;
  return and(
    sql`${column(queue, queue.due)} <= ${time}`,
    queue.lease && isFree(column(queue, queue.lease)),
    queue.where?.(),
  );
}

/** drizzle builds no statement on a table that is a type parameter. */
function plain(table: PgTable): PgTable {
  return table;
}

/** `ColumnName` is a name of the rows; the compiler does not relate it to the columns. */
function column<T extends QueueTable>({ table }: LeasedQueue<T>, name: ColumnName<T>): PgColumn {
  return getTableColumns(table)[name] as PgColumn;
}

/** drizzle does not infer the rows of a table that is a type parameter. */
function rowsOf<T extends QueueTable>(select: unknown): Promise<Row<T>[]> {
  return select as Promise<Row<T>[]>;
}

/** drizzle types the columns of a CTE by its selection, which here is known at run time only. */
function keyOf(due: unknown, name: string): PgColumn {
  return (due as Record<string, PgColumn>)[name] as PgColumn;
}
