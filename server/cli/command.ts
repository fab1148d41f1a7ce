import { openDatabase } from '../db/client.ts';
import { locateDatabase } from '../db/locate.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log.ts';

/** A command that was called the wrong way. */
export class UsageError extends Error {}

/**
 * Runs a command and sets the exit code: 2 when it was called the wrong way, 1 when it failed. Standard output is
 * the command's own; everything else goes to standard error.
 */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const wrongCall = error instanceof UsageError || isParseError(error);
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(wrongCall ? `${message}\n\n${usage}\n` : `${message}\n`);
    process.exitCode = wrongCall ? 2 : 1;
  }
}

/**
 * Opens the database the server uses, at this build's schema, and leaves it when the work is done. The server may
 * be running: its embedded database is joined.
 */
export async function withDatabase<T>(work: (url: URL) => Promise<T>): Promise<T> {
  const located = await locateDatabase({ log: createLog('warn', process.stderr) });
  try {
    await migrate(located.url);
    const database = openDatabase(located.url, 2);
    try {
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
