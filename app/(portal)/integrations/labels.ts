import { humanize } from '@/components/format/status-badge.tsx';
import type { InboundEventDetail, IntegrationSnapshot } from '@/server/contract/integration.ts';

export const adapterNames: Record<IntegrationSnapshot['adapter'], string> = {
  splynx: 'Splynx',
  native: 'Native format',
};

export const signingNames: Record<IntegrationSnapshot['signing'], string> = {
  hmac: 'Signature on every event',
  none: 'Access headers or partner ID',
};

export const trustNames: Record<InboundEventDetail['trust'], string> = {
  SIGNED: 'Valid signature',
  CREDENTIALS: 'Access headers of this account',
  UNSIGNED: 'Unsigned. It cannot grant upgrades or change contact data',
};

const outcomes: Record<string, string> = {
  ECHO: 'Ignored: it reports a change made by Demarc',
  UNCHANGED: 'Ignored: nothing changed',
  SERVICE_NOT_TRACKED: 'Ignored: Demarc has no subscription for this service',
  SERVICE_REPLACED: 'Ignored: another service replaced this one',
  SUBSCRIBER_TERMINATED: 'The subscriber is terminated',
  SUBSCRIPTION_TERMINAL: 'The subscription has ended in Demarc',
  INTEGRATION_DELETED: 'Ignored: the integration was deleted before the event was processed',
  EVENT_UNKNOWN: 'Ignored: Demarc does not use events of this type',
  INVALID_PAYLOAD: 'The event has no service or customer ID',
  TARIFF_NOT_MAPPED: 'The tariff is not mapped to a plan. Map it, then retry the event',
  POOL_NOT_MAPPED: 'The address pool is not mapped. Map it, then retry the event',
  IPV4_INVALID: 'The IPv4 address is invalid',
  CUSTOMER_UNKNOWN:
    'No subscriber has this customer ID as external user ID, and the event lacks fields to create one',
  CUSTOMER_INVALID: 'The customer’s data is invalid',
  SIGNATURE_REQUIRED: 'Only a signed event may change a customer’s contact data',
  INTERNAL_ERROR: 'Processing failed several times because of an internal error',
};

const syncFailures: Record<string, string> = {
  TARIFF_NOT_MAPPED: 'No tariff is mapped to the plan',
  CUSTOMER_UNKNOWN: 'The subscriber has no external user ID',
};

/** Why a subscription was not pushed, as a sentence. */
export function syncFailureText(failure: string): string {
  return syncFailures[failure] ?? failure;
}

/** The outcome of an event as a badge label. */
export function outcomeNameOf({ status, reason }: Pick<InboundEventDetail, 'status' | 'reason'>): string {
  if (status === 'PROCESSED') return 'Applied';
  if (status === 'IGNORED' && (reason === 'ECHO' || reason === 'UNCHANGED')) return humanize(reason);
  return humanize(status);
}

/** Whether an event failed for a missing mapping. */
export function isUnmapped(reason: string | null): boolean {
  return reason === 'TARIFF_NOT_MAPPED' || reason === 'POOL_NOT_MAPPED';
}

/** The outcome of an event as a sentence. */
export function outcomeOf({ status, reason }: Pick<InboundEventDetail, 'status' | 'reason'>): string {
  if (status === 'QUEUED') return 'Queued behind earlier events of the service';
  if (status === 'PROCESSING') return 'Processing';
  if (status === 'PROCESSED') return 'Applied';
  const text = reason && outcomes[reason];
  return text ?? (reason && /^[A-Z_]+$/.test(reason) ? humanize(reason) : (reason ?? ''));
}
