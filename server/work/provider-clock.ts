import { sql } from 'drizzle-orm';
import { providerNow } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import type { Tx } from '../db/client.ts';

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
};

/** The clock of a provider. That of a live one is real time. */
export type ProviderClock = { livemode: boolean; offsetMs: number };

/** The clock as the caller knows it; null where the database has to be read. */
export function knownClock({ livemode, clockOffsetMs }: TimeOrigin): ProviderClock | null {
  if (livemode) return { livemode, offsetMs: 0 };
  return livemode === false && clockOffsetMs !== undefined ? { livemode, offsetMs: clockOffsetMs } : null;
}

/** Reads the clock. @throws NOT_FOUND for a provider that does not exist */
export async function readClock(on: Tx, { providerId, livemode }: TimeOrigin): Promise<ProviderClock> {
  if (livemode) return { livemode, offsetMs: 0 };
  const [row] = await on.execute<{ livemode: boolean; clock_offset_ms: string }>(
    sql`select livemode, clock_offset_ms from provider where id = ${providerId}`,
  );
  if (!row) throw refuse('NOT_FOUND');
  return { livemode: row.livemode, offsetMs: Number(row.clock_offset_ms) };
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
