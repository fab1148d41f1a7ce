import { sql } from 'drizzle-orm';
import type { Scope, WriteScope } from '../../work/scope.ts';

/**
 * Publishes the progress of an advance. The advance is one transaction, so its rows are invisible until the commit. Other
 * sessions see `application_name` at once, in `pg_stat_activity`.
 * @param reached the instant of the provider's clock up to which all due work is done
 */
export async function publishProgress(scope: WriteScope, reached: Date): Promise<void> {
  const name = `${nameOf(scope.correlationId)}${reached.getTime()}`;
  await scope.db.execute(sql`select set_config('application_name', ${name}, true)`);
}

/** The progress of the advance with a correlation id; null when none is running. */
export async function readProgress(scope: Scope, correlationId: string): Promise<Date | null> {
  const name = nameOf(correlationId);
  const [row] = await scope.db.execute<{ application_name: string }>(sql`
    select application_name from pg_stat_activity
    where datname = current_database() and application_name like ${`${name}%`} limit 1`);
  return row ? new Date(Number(row.application_name.slice(name.length))) : null;
}

/** PostgreSQL keeps 63 bytes of the name; a correlation id and an instant fit. */
function nameOf(correlationId: string): string {
  return `clock ${correlationId} `;
}
