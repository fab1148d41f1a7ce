import type { webhookStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

/** Whether a webhook is active: events, tests, replays and resent deliveries are sent to it. Contract: Delivery. */
export function isActiveWebhook({
  status,
}: {
  status: (typeof webhookStatuses)[number] | 'deleted';
}): boolean {
  return status === 'ACTIVE';
}
