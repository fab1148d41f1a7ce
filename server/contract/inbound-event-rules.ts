import type { inboundStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof inboundStatuses)[number];

/** The statuses of an event that is not processed to its end. */
export const openInboundEventStatuses = ['QUEUED', 'PROCESSING'] as const satisfies Status[];

/** Whether an event is not processed to its end. Contract: Inbound. */
export function isOpenInboundEvent({ status }: { status: Status }): boolean {
  return openInboundEventStatuses.some((each) => each === status);
}

/** The statuses in which an event can be processed again. */
export const retryableInboundEventStatuses = ['FAILED'] as const satisfies Status[];

/** Whether an event can be processed again. Contract: Inbound. */
export function isRetryableInboundEvent({ status }: { status: Status }): boolean {
  return retryableInboundEventStatuses.some((each) => each === status);
}
