import type { DeliverySnapshot } from '@/server/contract/delivery.ts';
import { attemptErrors, type deliveryStatuses } from '@/server/contract/enums.ts';
import { maskedUrl } from '@/server/contract/masked.ts';
import type { WebhookHealth } from '@/server/contract/portal/webhook.ts';

export const deliveryStatusNames: Record<(typeof deliveryStatuses)[number], string> = {
  PENDING: 'Pending',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
};

/** Why a webhook is disabled, beside its status. */
export const disabledReasonTexts: Record<NonNullable<WebhookHealth['disabledReason']>, string> = {
  REQUESTED: 'by hand',
  GONE: 'the receiver answered 410',
  FAILING: 'failed for five days',
};

type Attempt = DeliverySnapshot['attempts'][number];

export function arrived({ responseStatus, error }: Attempt): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

/** The result of an attempt. */
export function outcomeOf(attempt: Attempt): string {
  if (attempt.error) return attemptErrors[attempt.error];
  return attempt.responseStatus === null ? 'No answer' : `Answered ${attempt.responseStatus}`;
}

/** The result of an attempt with its duration. */
export function outcomeAndLatencyOf(attempt: Attempt): string {
  const outcome = outcomeOf(attempt).replace(/\.$/, '');
  return attempt.latencyMs === null ? outcome : `${outcome} after ${latencyText(attempt.latencyMs)}`;
}

export function latencyText(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** `96 % of 30`. It is rounded down, so 100 % means that all succeeded. */
export function successText({ attempts, succeeded }: WebhookHealth['recent']): string {
  if (attempts === 0) return 'No attempts yet';
  return `${Math.floor((succeeded / attempts) * 100)} % of ${attempts}`;
}

/** What resending sends: the deliveries that failed, and those that would wait for a retry. */
export function unsentTexts({ failed, retrying }: Pick<WebhookHealth, 'failed' | 'retrying'>): string[] {
  const count = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'delivery' : 'deliveries'}`;
  return [
    ...(failed > 0 ? [`Sends ${count(failed)} again that failed.`] : []),
    ...(retrying > 0 ? [`Tries ${count(retrying)} now that would wait for a retry.`] : []),
  ];
}

/** `3 deliveries are queued again.` */
export function queuedText(queued: number): string {
  return queued === 1
    ? '1 delivery is queued again.'
    : `${queued.toLocaleString('en')} deliveries are queued again.`;
}

/** A URL without its scheme, in a title or a cell: without the secrets that others could read over a shoulder or in a history. */
export function shortUrl(url: string): string {
  return maskedUrl(url)
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

/** The warning about a failing webhook, in one line; null where there is none. */
export function troubleTitle({
  status,
  disabledReason,
  warnings,
}: Pick<WebhookHealth, 'status' | 'disabledReason' | 'warnings'>): string | null {
  if (status === 'DISABLED') {
    if (disabledReason === 'GONE') return 'Disabled: the receiver answered 410 Gone';
    if (disabledReason === 'FAILING') return 'Disabled: all deliveries failed for five days';
    return null;
  }
  if (warnings >= 2) return 'Disabled soon: all deliveries have failed for four and a half days';
  if (warnings === 1) return 'All deliveries have failed for two and a half days';
  return null;
}
