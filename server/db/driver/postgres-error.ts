import postgres from 'postgres';

/** An error that PostgreSQL answered, as far as it is used here. */
type AnsweredError = Error & { code: string; routine: string; detail?: string | undefined };

/** Whether PostgreSQL refused a statement. Other errors are of the connection. */
export function isPostgresError(error: unknown): error is AnsweredError {
  return error instanceof postgres.PostgresError;
}
