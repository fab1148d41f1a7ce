import { humanize } from '@/components/format/status-badge.tsx';
import type { InboundEventDetail, IntegrationSnapshot } from '@/server/contract/integration.ts';

export const adapterNames: Record<IntegrationSnapshot['adapter'], string> = {
  splynx: 'Splynx',
  native: 'Demarc’s own form',
};

export const signingNames: Record<IntegrationSnapshot['signing'], string> = {
  hmac: 'Every event is signed',
  none: 'Access headers, or a partner id alone',
};

export const trustNames: Record<InboundEventDetail['trust'], string> = {
  SIGNED: 'Its signature is right',
  CREDENTIALS: 'It came with access headers of this account',
  UNSIGNED: 'Nobody signed it; it moves no money and changes no address',
};

const outcomes: Record<string, string> = {
  ECHO: 'Dropped as an echo: what it tells of came from here',
  UNCHANGED: 'Nothing in it is new',
  SERVICE_NOT_TRACKED: 'Its service is not one of ours',
  SERVICE_REPLACED: 'Another service has taken the place of this one',
  SUBSCRIBER_TERMINATED: 'Its customer was terminated',
  SUBSCRIPTION_TERMINAL: 'Its subscription has ended for good here',
  INTEGRATION_DELETED: 'Its integration was deleted before it was processed',
  EVENT_UNKNOWN: 'Events of this type mean nothing to us',
  INVALID_PAYLOAD: 'It does not say what it is about',
  TARIFF_NOT_MAPPED: 'Its tariff is not mapped to a plan. Map it, then try again',
  POOL_NOT_MAPPED: 'Its address pool is not mapped. Map it, then try again',
  IPV4_INVALID: 'Its address is none',
  CUSTOMER_UNKNOWN:
    'There is no subscriber with the customer’s id as external user id, and it tells too little to make one',
  CUSTOMER_INVALID: 'What it tells of the customer cannot be taken over',
  SIGNATURE_REQUIRED: 'Only a signed event may change how a customer is reached',
  INTERNAL_ERROR: 'Something went wrong on our side, several times',
};

const syncFailures: Record<string, string> = {
  TARIFF_NOT_MAPPED: 'No tariff is mapped to the plan',
  CUSTOMER_UNKNOWN: 'The subscriber has no external user id',
};

/** Why a subscription was not pushed, as a sentence. */
export function syncFailureText(failure: string): string {
  return syncFailures[failure] ?? failure;
}

/** What became of an event, in a word. */
export function outcomeNameOf({ status, reason }: Pick<InboundEventDetail, 'status' | 'reason'>): string {
  if (status === 'PROCESSED') return 'Applied';
  if (status === 'IGNORED' && (reason === 'ECHO' || reason === 'UNCHANGED')) return humanize(reason);
  return humanize(status);
}

/** Whether an event failed for what an integration's maps lack. */
export function isUnmapped(reason: string | null): boolean {
  return reason === 'TARIFF_NOT_MAPPED' || reason === 'POOL_NOT_MAPPED';
}

/** What became of an event, in words. */
export function outcomeOf({ status, reason }: Pick<InboundEventDetail, 'status' | 'reason'>): string {
  if (status === 'QUEUED') return 'Waits for its turn among the events of its service';
  if (status === 'PROCESSING') return 'Is being processed';
  if (status === 'PROCESSED') return 'Applied';
  const told = reason && outcomes[reason];
  return told ?? (reason && /^[A-Z_]+$/.test(reason) ? humanize(reason) : (reason ?? ''));
}
