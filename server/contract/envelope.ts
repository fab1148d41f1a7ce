import type { RefusalBody } from './errors.ts';
import type { EventEnvelope } from './events.ts';
import type { ListMeta } from './paging.ts';

/** The events that a dry run would have announced: their number and, in order, the first of them. Contract: Dry run. */
export type DryRun = { eventCount: number; events: EventEnvelope[] };

/** How many events of a dry run are listed. Contract: Dry run. */
export const MAX_DRY_EVENTS = 1_000;

/** What stands beside the answer of a dry run. */
export type DryRunMeta = { dryRun: DryRun };

/** The body of every successful answer. Key order is part of what an idempotent replay repeats. */
export function successBody(data: unknown, correlationId: string, meta?: ListMeta | DryRunMeta): string {
  return JSON.stringify(
    meta ? { success: true, data, meta, correlationId } : { success: true, data, correlationId },
  );
}

/** The body of every failure. */
export function failureBody(body: RefusalBody, correlationId: string, meta?: DryRunMeta): string {
  return JSON.stringify({ success: false, ...body, meta, correlationId });
}
