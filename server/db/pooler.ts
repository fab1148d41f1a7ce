import { type Sql, withSessions } from './driver/session.ts';
import { requestLimits } from './time-limits.ts';

/** Enough for a busy pooler, where the second session need not get the server connection of the first. */
const ROUNDS = 5;

/** PgBouncer's answer to a setting that it does not pass on: protocol violation. */
const SETTING_REFUSED = '08P01';

/** The prepared statement is not known on this server connection. */
const STATEMENT_UNKNOWN = '26000';

/**
 * Finds out what a pooler between this process and PostgreSQL does. Without a pooler it costs a few statements.
 * @throws Error with the remedy when the pooler gives a session another server connection without its prepared statements, as
 * PgBouncer before 1.21 does in transaction mode. Writes would be lost there.
 */
export async function checkPooler(url: string): Promise<{ takesLimits: boolean }> {
  const takesLimits = await withSession(url, requestLimits, canConnect);
  await withSession(url, {}, (one) => withSession(url, {}, (other) => requireStatements(one, other)));
  return { takesLimits };
}

async function canConnect(sql: Sql): Promise<boolean> {
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    if (codeOf(error) === SETTING_REFUSED) return false;
    throw error;
  }
}

/** Runs a prepared statement of one session while the other one holds the server connection on which it was prepared. */
async function requireStatements(one: Sql, other: Sql): Promise<void> {
  // In a transaction, because outside of one the driver prepares a lost statement again.
  const use = () => one.begin((tx) => tx.unsafe('select $1::int', [1], { prepare: true }));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await use();
      await other.begin(async (tx) => {
        await tx`select 1`;
        await use();
      });
    }
  } catch (error) {
    if (codeOf(error) !== STATEMENT_UNKNOWN) throw error;
    throw new Error(
      'The pooler before the database loses prepared statements, so writes would be lost. Use PgBouncer 1.21 or newer with max_prepared_statements above 0, or its session mode.',
    );
  }
}

function withSession<T>(url: string, settings: object, work: (sql: Sql) => Promise<T>): Promise<T> {
  return withSessions(url, { settings: { application_name: 'demarc', ...settings } }, work);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
