import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';

/**
 * The advisory lock that lets one process at a time work on sessions, so that packets are processed in the order of their arrival.
 * The number is arbitrary.
 */
const LOCK = 7_346_004;

/**
 * Waits for the work of other processes on sessions, and keeps them waiting until the transaction ends. The next statement sees
 * what they have committed.
 */
export async function lockSessions(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}
