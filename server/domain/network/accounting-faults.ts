import { sql } from 'drizzle-orm';
import { db, type Tx } from '../../db/client.ts';
import { log } from '../../log.ts';

/** What a network server sent that cannot be used. `address` is the server's. */
export type Fault = { kind: 'CLOCK' | 'COUNTER' | 'UNKNOWN_USER'; address: string };

/** How often a packet whose processing fails is tried. */
export const MAX_TRIES = 3;

const texts = {
  CLOCK: 'the clock of a network server is more than 15 minutes off; the arrival of its packets counts',
  COUNTER: 'a network server sent impossible counters, which do not count',
  UNKNOWN_USER: 'a network server sent accounting for a user name of no subscription',
  FAILED: 'accounting of a network server could not be processed',
};

/** Adds faults to the counts of their servers. */
export async function countFaults(tx: Tx, faults: Fault[]): Promise<void> {
  await tx.execute(sql`
    insert into accounting_fault as f (address, kind, attempts)
    select address, kind, count(*) from json_to_recordset(${JSON.stringify(faults)}::json) as n (address text, kind text)
    group by address, kind order by address, kind
    on conflict (address, kind, acct_unique_id) do update set attempts = f.attempts + excluded.attempts, last_at = now()`);
}

/** Deletes a pending packet whose processing failed, and counts the failure. */
export async function countFailure(id: number, err: unknown): Promise<void> {
  const [failed] = await db().execute<{ attempts: number; address: string }>(sql`
    with failed as (delete from pending_accounting where id = ${id} returning host(nas_ip_address) as address, acct_unique_id)
    insert into accounting_fault as f (address, kind, acct_unique_id) select address, 'FAILED', acct_unique_id from failed
    on conflict (address, kind, acct_unique_id) do update set attempts = f.attempts + 1, last_at = now()
    returning attempts, address`);
  if (failed?.attempts === 1)
    log.error({ err, address: failed.address }, `${texts.FAILED}; the next sweep repeats it`);
}

type Reported = {
  kind: keyof typeof texts;
  address: string;
  server: string | null;
  attempts: number;
  first_at: string;
};

/**
 * Logs the faults of each server once, with the server's name and their number, and again after a day if there are more.
 * Contract: RADIUS.
 * @param report writes a line to the log
 */
export async function reportFaults(report = warn): Promise<void> {
  const rows = await db().execute<Reported>(sql`
    with logged as (
      update accounting_fault set logged_at = now()
      where logged_at is null or (logged_at < now() - interval '1 day' and last_at > logged_at)
      returning *
    )
    select l.kind, l.address, coalesce(s.name, n.shortname) as server, sum(l.attempts)::int as attempts, min(l.first_at)::text as first_at
    from logged l
    left join network_server s on s.address = l.address
    left join radius.nas n on n.nasname = l.address
    group by 1, 2, 3 order by 1, 2`);
  for (const { kind, first_at: firstAt, ...row } of rows) report({ ...row, kind, firstAt }, texts[kind]);
  await db().execute(sql`delete from accounting_fault where last_at < now() - interval '90 days'`);
}

export type FaultLine = {
  kind: string;
  address: string;
  server: string | null;
  attempts: number;
  firstAt: string;
};

function warn(line: FaultLine, text: string): void {
  log.warn(line, text);
}
