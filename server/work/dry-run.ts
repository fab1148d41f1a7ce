import { sql } from 'drizzle-orm';
import { type DryRun, MAX_DRY_EVENT_LENGTH, MAX_DRY_EVENTS } from '../contract/envelope.ts';
import type { Tx } from '../db/client.ts';
import { parseBodies } from './parse-bodies.ts';
import type { WriteScope } from './scope.ts';

/** What a preview adds to a dry run. */
export type Preview = {
  /** The longest wait for a lock, and the longest statement, in ms. */
  timeoutMs: number;
  /** Called at the end of the transaction: reads what only the transaction sees. */
  beforeRollback: (scope: WriteScope) => Promise<void>;
};

/** Ends the transaction of a dry run. Only its result remains. */
export class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a dry run is rolled back');
    this.result = result;
  }
}

/** A preview fails where a request would wait for a lock, because other requests wait for the locks that it holds. */
export async function limitTime(on: Tx, { timeoutMs }: Preview): Promise<void> {
  await on.execute(
    sql`select set_config('lock_timeout', ${`${timeoutMs}`}, true), set_config('statement_timeout', ${`${timeoutMs}`}, true)`,
  );
}

/**
 * The events of the open transaction, in the order of the list of events. They are read from the table, because triggers
 * write events too; `recorded_at` is the start of the transaction. The checks of COMMIT run first.
 */
export async function eventsOf({ db: on, providerId, correlationId }: WriteScope): Promise<DryRun> {
  await on.execute(sql`set constraints all immediate`);
  const rows = await on.execute<{ body: string; n: string }>(sql`
    select body, n from (
      select id, created_at, body, count(*) over () as n, sum(length(body)) over (order by created_at, id) as total_length
      from event
      where provider_id = ${providerId} and correlation_id = ${correlationId} and recorded_at = now()::timestamptz(3)
    ) emitted
    where total_length - length(body) < ${MAX_DRY_EVENT_LENGTH}
    order by created_at, id limit ${MAX_DRY_EVENTS}`);
  const events = await parseBodies(rows);
  return { eventCount: Number(rows[0]?.n ?? 0), events };
}
