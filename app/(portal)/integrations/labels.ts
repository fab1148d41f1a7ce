import { humanize } from '@/components/format/status-badge.tsx';
import type { Tone } from '@/components/theme/colors.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import type {
  InboundEventDetail,
  IntegrationContact,
  IntegrationHealth,
} from '@/server/contract/portal/integration.ts';
import { MAX_COUNTED } from '@/server/contract/portal/notification-values.ts';
import { inboundReasonTexts } from '@/server/contract/texts/inbound-reason-texts.ts';

export const adapterNames: Record<IntegrationSnapshot['adapter'], string> = {
  splynx: 'Splynx',
  native: 'Native format',
};

export const signingNames: Record<IntegrationSnapshot['signing'], string> = {
  hmac: 'Signature on every event',
  none: 'Access headers or partner ID',
};

/** Why the receiver refused a request. */
export const refusalNames: Record<NonNullable<IntegrationContact['refused']>['reason'], string> = {
  SIGNATURE_MISSING: 'It had no signature',
  SIGNATURE_WRONG: 'Its signature does not match the secret',
  SIGNATURE_REPEATED: 'It had two signatures',
  SECRET_MISSING: 'There is no secret to check its signature with',
  CREDENTIALS_WRONG: 'Its access headers are not those of this account',
  BODY_INVALID: 'Its body cannot be read',
};

export const trustNames: Record<InboundEventDetail['trust'], string> = {
  SIGNED: 'Valid signature',
  CREDENTIALS: 'Access headers of this account',
  UNSIGNED: 'Unsigned. It cannot grant upgrades or change contact data',
};

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
  const text = reason && inboundReasonTexts[reason];
  return text ?? (reason && /^[A-Z_]+$/.test(reason) ? humanize(reason) : (reason ?? ''));
}

/** The badge of an integration beside its status. An active one that fails is shown as failing, with the reason. */
export function stateOf(
  status: IntegrationSnapshot['status'],
  health: IntegrationHealth | undefined,
): { label?: string; tone?: Tone; reason?: string } {
  if (!health?.isFailing) return {};
  const reasons = [
    ...(health.failedEvents > 0 ? [`${counted(health.failedEvents, 'event')} failed`] : []),
    ...(health.failedPushes > 0 ? [`${counted(health.failedPushes, 'service')} not written`] : []),
  ];
  const reason = reasons.join(', ');
  return status === 'ACTIVE' ? { label: 'Failing', tone: 'red', reason } : { reason };
}

const counted = (count: number, noun: string) =>
  `${count < MAX_COUNTED ? count : `${MAX_COUNTED} or more`} ${noun}${count === 1 ? '' : 's'}`;
