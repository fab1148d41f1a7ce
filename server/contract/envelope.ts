import type { RefusalBody } from './errors.ts';
import type { ListMeta } from './paging.ts';

/** The body of every successful answer. Key order is part of what an idempotent replay repeats. */
export function successBody(data: unknown, correlationId: string, meta?: ListMeta): string {
  return JSON.stringify(
    meta ? { success: true, data, meta, correlationId } : { success: true, data, correlationId },
  );
}

/** The body of every failure. */
export function failureBody(body: RefusalBody, correlationId: string): string {
  return JSON.stringify({ success: false, ...body, correlationId });
}
