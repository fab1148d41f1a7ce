import type { Sql } from '../db/driver/session.ts';
import type { Env } from '../env.ts';

/** `failed` is broken now, `warning` will be, `skipped` does not apply here. */
export type State = 'ok' | 'warning' | 'failed' | 'skipped';

export type Finding = { state: State; found: string };

export type Context = {
  env: Env;
  /** The database; why it cannot be reached when it is absent. */
  sql: Sql | Error;
  /** The clock of this machine. */
  now: () => Date;
};

/** One check of an installation. */
export type Check = {
  name: string;
  /** What to look at when it is not ok. */
  look: string;
  remedy: string;
  /** An error that it throws is a failure with its message. */
  run(context: Context): Promise<Finding[]> | Finding[];
};

/** The finding of a check, with what to do about it unless it is fine. */
export type Result = Finding & { check: string; look?: string; remedy?: string };

export const ok = (found: string): Finding[] => [{ state: 'ok', found }];
export const warning = (found: string): Finding[] => [{ state: 'warning', found }];
export const failed = (found: string): Finding[] => [{ state: 'failed', found }];
export const skipped = (found: string): Finding[] => [{ state: 'skipped', found }];

/** A check of the database. It is skipped without one, because the check `database` says why. */
export function ofDatabase(
  check: Omit<Check, 'run'> & { run(sql: Sql, context: Context): Promise<Finding[]> },
): Check {
  const { run, ...rest } = check;
  return {
    ...rest,
    run: (context) =>
      context.sql instanceof Error ? skipped('the database is away') : run(context.sql, context),
  };
}

/** Runs checks one after the other. @returns a result for each finding, in the order of the checks */
export async function runChecks(checks: readonly Check[], context: Context): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, look, remedy, run } of checks) {
    for (const finding of await findings(run, context)) {
      const isFine = finding.state === 'ok' || finding.state === 'skipped';
      results.push({ check: name, ...finding, ...(isFine ? {} : { look, remedy }) });
    }
  }
  return results;
}

async function findings(run: Check['run'], context: Context): Promise<Finding[]> {
  try {
    return await run(context);
  } catch (error) {
    return failed(reasonOf(error));
  }
}

/** The message of an error. That of several attempts to connect is empty. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
