import { Refusal } from '../contract/errors.ts';
import { openDatabase } from '../db/client.ts';
import { createLog } from '../log.ts';
import { locateDatabase } from '../postgres/locate.ts';
import { migrate } from '../postgres/migrate.ts';
import { requireClock } from '../probes/clock-skew.ts';
import { requireSystem } from '../release.ts';

/** A command with wrong arguments. */
export class UsageError extends Error {}

/** What is wrong with a file that was given, by the code of the system. */
const faultsOfFiles: Record<string, string> = {
  ENOENT: 'does not exist',
  EEXIST: 'exists already',
  EACCES: 'is not accessible to this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not below a folder',
};

/**
 * Runs a command and sets the exit code: 2 for wrong arguments, 1 for a failure, such as an archive for another system. With `--help` it
 * prints the usage and does nothing. Standard output has the command's result only; everything else goes to standard error.
 */
export async function runCli(usage: string, command: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) return void process.stdout.write(`${usage}\n`);
  try {
    requireSystem();
    await command();
  } catch (error) {
    const wrongCall = error instanceof UsageError || isParseError(error);
    const message = messageOf(error);
    process.stderr.write(wrongCall ? `${message}\n\n${usage}\n` : `${message}\n`);
    process.exitCode = wrongCall ? 2 : 1;
  }
}

/**
 * Opens the server's database, migrated to this build's schema, and closes it after the work. The server may be
 * running: then its embedded database is shared.
 * @throws Error when the database does not answer, or its clock is another one
 */
export async function withDatabase<T>(work: (url: URL) => Promise<T>): Promise<T> {
  const located = await locateDatabase({ log: createLog('warn', process.stderr) });
  try {
    const database = openDatabase(located.url, 2);
    try {
      await requireClock(database.sql);
      await migrate(located.url);
      return await work(new URL(located.url));
    } finally {
      await database.close();
    }
  } finally {
    await located.stop();
  }
}

function isParseError(error: unknown): boolean {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_');
}

/** The reason of a refusal, whose own message is its code. */
function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.body.rejectionReasons.map(({ message }) => message).join('\n');
  if (!(error instanceof Error)) return String(error);
  const { path, code = '' } = error as NodeJS.ErrnoException;
  const fault = faultsOfFiles[code];
  if (path && fault) return `${path} ${fault} (${code}).`;
  // A database that does not answer: why.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
