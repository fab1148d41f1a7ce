import { sql } from 'drizzle-orm';
import type { Scope, WriteScope } from '../../db/scope.ts';

/**
 * Says how far an advance has come. It is one transaction, of which nobody sees anything before its end, except the
 * name that its session goes by, which PostgreSQL shows to everybody at once.
 * @param reached up to when, by the provider's clock, everything is done
 */
export async function tellProgress(scope: WriteScope, reached: Date): Promise<void> {
  const name = `${nameOf(scope.correlationId)}${reached.getTime()}`;
  await scope.db.execute(sql`select set_config('application_name', ${name}, true)`);
}

/** How far the advance of a correlation id has come; null when none is under way. */
export async function readProgress(scope: Scope, correlationId: string): Promise<Date | null> {
  const name = nameOf(correlationId);
  const [row] = await scope.db.execute<{ application_name: string }>(sql`
    select application_name from pg_stat_activity where application_name like ${`${name}%`} limit 1`);
  return row ? new Date(Number(row.application_name.slice(name.length))) : null;
}

/** PostgreSQL keeps 63 bytes of it: a correlation id and an instant fit. */
function nameOf(correlationId: string): string {
  return `clock ${correlationId} `;
}
