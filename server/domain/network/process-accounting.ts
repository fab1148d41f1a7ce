import { type SQL, sql } from 'drizzle-orm';
import { monotonicMs } from '../../clock.ts';
import { db, type Tx } from '../../db/client.ts';
import { log } from '../../log.ts';
import { wakeNow } from '../../work/wake.ts';
import { countFailure, countFaults, type Fault } from './accounting-faults.ts';
import { type Fact, followPacket, type Session } from './follow-packet.ts';
import { lockSessions } from './lock-sessions.ts';
import { type Pending, takePackets } from './read-packets.ts';
import { type Reopening, reopenRows } from './reopen-rows.ts';
import { countForged, type Forged } from './report-forged-accounting.ts';
import { writeSessions } from './write-sessions.ts';

/** Rows per transaction. */
const BATCH = 500;

/** The oldest rows, of which a batch is chosen. */
const WINDOW = 10_000;

/**
 * The next rows: the partners whose servers have sent them take turns, and those of one partner are in the order of their arrival. The
 * packets of a session come from one server.
 */
const nextRows = sql`
  with oldest as materialized (
    select id, nas_ip_address as address from pending_accounting order by id limit ${WINDOW}
  ), owners as materialized (
    select address, nas_owner(address) as owner from (select distinct address from oldest) nas
  )
  select id from (
    select id, row_number() over (partition by owner order by id) as turn from oldest join owners using (address)
  ) waiting
  order by turn, id limit ${BATCH}`;

/** How long accounting is processed before its facts are announced, in ms: an eighth of the time in which events are sent. */
export const PROCESSING_BEFORE_EVENTS_MS = 250;

/**
 * Creates, changes and ends sessions by the accounting that FreeRADIUS committed before the call, and records each start and end
 * as a fact that `announceSessions` turns into an event. Repeated accounting has no effect. Accounting from another partner's
 * server creates no session; it is counted as forged. Contract: Network session, RADIUS.
 * @param budgetMs real time in which new batches begin, in ms
 * @returns whether more of it waits
 */
export async function processAccounting({ budgetMs }: { budgetMs: number }): Promise<boolean> {
  const [row] = await db().execute(sql`select from pending_accounting order by id limit 1`);
  if (!row) return false;
  const started = monotonicMs();
  for (;;) {
    if ((await processBatch()) < BATCH) return false;
    if (monotonicMs() - started >= budgetMs) return true;
  }
}

/** @returns the number of rows */
async function processBatch(): Promise<number> {
  try {
    return await processRows(nextRows);
  } catch (err) {
    log.warn({ err }, 'a batch of accounting failed; its rows are processed one by one');
    const rows = await db().execute<{ id: number }>(nextRows);
    for (const { id } of rows) await processOne(id);
    return rows.length;
  }
}

/** Processes a row, and deletes it also if that fails, so that it does not block others. The sweep repeats it a few times. */
async function processOne(id: number): Promise<void> {
  await processRows(sql`select ${id}::bigint`).catch((err: unknown) => countFailure(id, err));
}

/**
 * Processes the oldest pending rows in a transaction.
 * @returns the number of rows
 */
export async function processOldest(tx: Tx): Promise<number> {
  const { n } = await processIn(tx, sql`select id from pending_accounting order by id limit ${BATCH}`);
  return n;
}

/**
 * Processes rows in one transaction.
 * @param ids selects the ids of the rows
 * @returns the number of rows
 */
async function processRows(ids: SQL): Promise<number> {
  const { n, changed, reopening } = await db().transaction((tx) => processIn(tx, ids));
  await reopenRows(reopening);
  for (const providerId of changed) wakeNow(providerId, 'network/due');
  return n;
}

type Processed = {
  /** The number of rows. */
  n: number;
  /** The providers with session changes that are due. */
  changed: string[];
  /** The sessions that are open while their row has a stop time. */
  reopening: Reopening[];
};

/**
 * Processes rows.
 * @param ids selects the ids of the rows
 */
async function processIn(tx: Tx, ids: SQL): Promise<Processed> {
  await lockSessions(tx);
  const pending = await takePackets(tx, ids);
  const { sessions, facts, reopening, forged, faults } = follow(pending);
  const changed = await writeSessions(tx, [...sessions], facts);
  if (forged.length > 0) await countForged(tx, forged);
  if (faults.length > 0) await countFaults(tx, faults);
  return { n: pending.length, changed, reopening: [...reopening.values()] };
}

/** Follows packets in the order of their arrival. */
function follow(pending: Pending[]) {
  const latest = new Map<string, Session | null>();
  const sessions = new Set<Session>();
  const facts: Fact[] = [];
  const reopening = new Map<string, Reopening>();
  const forged: Forged[] = [];
  const faults: Fault[] = [];
  for (const { packet, session, line, owner } of pending) {
    const { uniqueId, at, nasIpAddress: address } = packet;
    const before = latest.has(uniqueId) ? (latest.get(uniqueId) ?? null) : session;
    const isForged = line !== null && owner !== null && owner !== line.providerId;
    const wasOpen = before !== null && before.endedAt === null;
    const followed = followPacket(before, packet, isForged ? null : line);
    latest.set(uniqueId, followed.latest);
    // An ended session changes only when another one supersedes it.
    if (before && (wasOpen || before.isSuperseded)) sessions.add(before);
    if (followed.latest && followed.latest !== before) sessions.add(followed.latest);
    facts.push(...followed.facts);
    if (isForged && followed.isUnclaimed) forged.push({ line, address, owner, at });
    if (line === null && followed.isUnclaimed) faults.push({ kind: 'UNKNOWN_USER', address });
    faults.push(...followed.faults.map((kind) => ({ kind, address })));
    // FreeRADIUS updates only rows without a stop time, so an open session needs one.
    if (followed.latest?.endedAt === null && before !== null && packet.previous === null) {
      followed.latest.awaitsRow = true;
      reopening.set(uniqueId, { packet, session: followed.latest });
    } else if (followed.latest && followed.latest.endedAt !== null) reopening.delete(uniqueId);
  }
  return { sessions, facts, reopening, forged, faults };
}
