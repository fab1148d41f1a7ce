import type { RefusalBody } from './errors.ts';
import type { EventEnvelope } from './events.ts';
import type { ListMeta } from './paging.ts';

/** The events that a dry run would emit: their number and the first of them, in order. Contract: Dry run. */
export type DryRun = { eventCount: number; events: EventEnvelope[] };

/** The most events that a dry run lists, and the characters after which no further one is listed. Contract: Dry run. */
export const MAX_DRY_EVENTS = 1_000;
export const MAX_DRY_EVENT_LENGTH = 8 * 1024 * 1024;

/** `meta` of a dry run. */
export type DryRunMeta = { dryRun: DryRun };

/** A successful answer. Its key order is fixed, because a replay repeats the bytes. Contract: Envelope. */
export function successOf(data: unknown, correlationId: string, meta?: ListMeta | DryRunMeta) {
  return meta ? { success: true, data, meta, correlationId } : { success: true, data, correlationId };
}

/** The body of a successful answer about one resource. Contract: Envelope. */
export function successBody(data: unknown, correlationId: string): string {
  return JSON.stringify(successOf(data, correlationId));
}

/** The body of a failure. Contract: Envelope. */
export function failureBody(body: RefusalBody, correlationId: string, meta?: DryRunMeta): string {
  return JSON.stringify({ success: false, ...body, meta, correlationId });
}
