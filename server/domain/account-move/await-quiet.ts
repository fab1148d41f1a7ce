import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, SECOND_MS } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import { ofAccount } from '../account-archive/read-rows.ts';
import { accountRows } from '../account-archive/tables.ts';
import type { OpenCell } from './cells.ts';

/** Attempts outside the database, such as an email that is being sent, end in this time, in ms. The target repeats a later one. */
const SETTLES_MS = 1_000;
/** A delivery whose attempt has not ended after this time belongs to a process that was killed, in ms. */
const ATTEMPT_MS = 12 * SECOND_MS;

/**
 * Waits until no work that began before the account was marked as moved can change its rows: transactions, attempts of deliveries,
 * packets of accounting and events without a place in the feed. Later work is refused by the database.
 * @param patienceMs the longest wait for transactions
 * @throws CONFLICT with what is still running
 */
export async function awaitQuiet(
  { database }: OpenCell,
  providerId: string,
  patienceMs: number,
): Promise<void> {
  const { sql } = database;
  const began = monotonicMs();
  const waited = () => monotonicMs() - began;
  const [{ at } = { at: '' }] = await sql<[{ at: string }]>`select clock_timestamp()::text as at`;
  for (;;) {
    while ((await sql`select place_events(2000) as n`)[0]?.n === 2_000) {
      // The next events.
    }
    const [running] = await sql.unsafe<Record<'transactions' | 'attempts' | 'packets' | 'events', boolean>[]>(
      ofAccount(
        `select
          exists (
            select from pg_stat_activity
            where datname = current_database() and xact_start <= '${at}'::timestamptz and pid <> pg_backend_pid()
              and backend_type = 'client backend' and application_name <> 'pg_dump') as transactions,
          exists (
            select from delivery where provider_id = $account and status = 'PENDING' and leased_until > now()) as attempts,
          exists (select from pending_accounting where at <= '${at}'::timestamptz and ${accountRows('pending_accounting')}) as packets,
          exists (select from event_pending where provider_id = $account) as events`,
        providerId,
      ),
    );
    const attempts = running?.attempts && waited() < ATTEMPT_MS;
    if (
      waited() >= SETTLES_MS &&
      !running?.transactions &&
      !attempts &&
      !running?.packets &&
      !running?.events
    )
      return;
    if (waited() > patienceMs) {
      const left = running?.transactions
        ? 'transactions that began before have not ended'
        : running?.packets
          ? 'packets of accounting are not processed: no process with background functions runs'
          : 'events have no place in the feed';
      throw refuse('CONFLICT', {
        message: `After ${patienceMs / SECOND_MS} s ${left}. The account stays in its cell.`,
      });
    }
    await sleep(50);
  }
}
