import { sql } from 'drizzle-orm';
import type { WriteScope } from '../work/scope.ts';

/**
 * Makes transactions that create rows of one kind of an account wait for each other until they end, so that each counts what the others
 * have created. A limit that is counted without it is exceeded by requests at the same time.
 */
export async function lockCount(scope: WriteScope, kind: string): Promise<void> {
  await scope.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${scope.providerId}`}, 0))`,
  );
}
