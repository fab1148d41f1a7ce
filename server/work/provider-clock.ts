import { sql } from 'drizzle-orm';
import { providerNow } from '../clock.ts';
import { Refusal, refuse } from '../contract/errors.ts';
import { db, send, type Tx } from '../db/client.ts';
import { ClockAdvances } from './failures.ts';

/** What the time of a unit of work depends on. */
export type TimeOrigin = {
  providerId: string;
  /** Read from the database when absent. */
  livemode?: boolean;
  /** How far the test clock was ahead of real time when the caller read it, in ms. */
  clockOffsetMs?: number;
  /** The provider's time for the work; the clock of the provider when absent. */
  now?: Date;
  /** Whether the work itself moves the provider's clock. */
  movesClock?: true;
  /** Whether the work may run beside an advance of the test clock: what it writes, as about people, no advance locks. */
  besideAdvance?: true;
};

/** The clock of a provider. That of a live one is real time. */
export type ProviderClock = { livemode: boolean; offsetMs: number };

/** The clock as the caller knows it; null where the database has to be read. */
export function knownClock({ livemode, clockOffsetMs }: TimeOrigin): ProviderClock | null {
  if (livemode) return { livemode, offsetMs: 0 };
  return livemode === false && clockOffsetMs !== undefined ? { livemode, offsetMs: clockOffsetMs } : null;
}

/** The number of the advisory lock of a provider's clock, as SQL. The parameter is an expression. */
const lockOfClock = (providerId: string) => `hashtextextended('clock ' || ${providerId}::text, 0)`;

/**
 * Keeps the clock of a sandbox where it is until the transaction ends, as a condition in SQL. It does not wait: false while an advance is
 * at work, or waits for the transactions before it. The parameter is an expression.
 */
export function keepsClock(providerId: string): string {
  return `pg_try_advisory_xact_lock_shared(${lockOfClock(providerId)})`;
}

/** The same for a row of `provider`, whose live clock cannot be moved. */
export const KEEPS_CLOCK = `case when provider.livemode then true else ${keepsClock('provider.id')} end`;

/**
 * Takes the clock of a provider for an advance, until the transaction ends. It waits for the transactions that keep the clock; later ones
 * do not begin.
 * @throws ClockAdvances while another advance is at work or waits
 */
export async function takeClock(on: Tx, providerId: string): Promise<void> {
  const [row] = await on.execute<{ is_only: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`advance ${providerId}`}, 0)) as is_only`,
  );
  if (!row?.is_only) throw new ClockAdvances();
  await send(on, `select pg_advisory_xact_lock(${lockOfClock('$1')})`, [providerId]);
}

/**
 * Reads the clock. Work that follows a test clock keeps it where it is.
 * @throws NOT_FOUND for a provider that does not exist; ClockAdvances
 */
export async function readClock(on: Tx, origin: TimeOrigin): Promise<ProviderClock> {
  const { providerId, livemode } = origin;
  if (livemode) return { livemode, offsetMs: 0 };
  const keeps = followsTestClock(origin, { livemode: false }) && !origin.besideAdvance;
  const isKept = sql.raw(keeps ? KEEPS_CLOCK : 'true');
  const [row] = await on.execute<{ livemode: boolean; clock_offset_ms: string; is_kept: boolean }>(
    sql`select livemode, clock_offset_ms, ${isKept} as is_kept from provider where id = ${providerId}`,
  );
  if (!row) throw refuse('NOT_FOUND');
  if (!row.is_kept) throw new ClockAdvances();
  return { livemode: row.livemode, offsetMs: Number(row.clock_offset_ms) };
}

/** Whether no advance of the clock is at work or waits. */
export async function isClockFree(providerId: string): Promise<boolean> {
  const [row] = await db().execute<{ is_kept: boolean }>(
    sql`select ${sql.raw(KEEPS_CLOCK)} as is_kept from provider where id = ${providerId}`,
  );
  return row?.is_kept !== false;
}

/** `Retry-After` in seconds while a test clock is being advanced: most advances take less. */
const RETRY_AFTER = 2;

const message = 'The test clock of the account is being advanced. Try again in a moment.';

/** The refusal of a write while the test clock is being advanced. Contract: Time. */
export function clockAdvances(): Refusal {
  return refuse('SERVICE_UNAVAILABLE', { message, retryAfter: RETRY_AFTER });
}

/** Whether an error is the refusal of `clockAdvances`. */
export function isAdvanceRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.body.rejectionReasons.some((reason) => reason.message === message);
}

/** Whether work has to be repeated when the clock moves meanwhile. */
export function followsTestClock(
  { now, movesClock }: TimeOrigin,
  { livemode }: Pick<ProviderClock, 'livemode'>,
): boolean {
  return !livemode && !now && !movesClock;
}

/** The provider's time for a unit of work. */
export function timeOf({ now }: TimeOrigin, { offsetMs }: ProviderClock): Date {
  return now ?? providerNow(offsetMs);
}
