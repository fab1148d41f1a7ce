import type { OpenCause } from '../portal/notification.ts';
import { MAX_COUNTED } from '../portal/notification-values.ts';
import { instant, money, type Sentence, say } from '../sentence.ts';

/** Imports no library, so that pages can import it at no cost. */

/** A cause that needs a person, as a sentence. Its time is separate, except where the sentence announces one. */
export function describeNotification(cause: OpenCause): Sentence {
  switch (cause.kind) {
    case 'WEBHOOK_FAILING':
      return describeWebhook(cause.webhook);
    case 'INBOUND_EVENTS_FAILED':
      return say`${counted(cause.count, 'event')} from ${cause.integration.name} failed in the last seven days.`;
    case 'OUTBOUND_SYNC_BLOCKED':
      return say`${counted(cause.count, 'subscription')} could not be written to ${cause.integration.name}.`;
    case 'GATEWAY_REFUND_FAILED':
      return say`A refund of ${money(cause.amount, cause.currency)} did not reach the customer: ${withoutStop(cause.failure)}.`;
    case 'PAYMENT_DISPUTED':
      return say`A payer disputes ${money(cause.amount, cause.currency)} at the gateway${cause.reason ? `: ${words(cause.reason)}` : ''}.`;
    case 'MONEY_UNEXPECTED':
      return cause.amount === cause.requested
        ? say`${money(cause.amount, cause.currency)} arrived for a terminated subscriber and became credit.`
        : say`${money(cause.amount, cause.currency)} arrived where ${money(cause.requested, cause.currency)} was requested, and became credit.`;
    case 'MONEY_COUNTED_TWICE':
      return say`${money(cause.amount, cause.currency)} with the number ${cause.reference} may count twice: staff recorded it, and the gateway reported it for another payment.`;
    case 'EMAILS_FAILED':
      return say`${counted(cause.count, 'email')} could not be sent in the last seven days.`;
    case 'JOB_ENDED':
      return describeJob(cause);
  }
}

function describeWebhook({
  url,
  disabledReason,
  disablesAt,
}: Extract<OpenCause, { kind: 'WEBHOOK_FAILING' }>['webhook']): Sentence {
  const host = URL.canParse(url) ? new URL(url).host : url;
  if (disablesAt) {
    return say`Deliveries to ${host} fail. The webhook is disabled on ${instant(disablesAt)} unless one succeeds before.`;
  }
  return disabledReason === 'GONE'
    ? say`The webhook to ${host} is disabled: it answered 410 Gone.`
    : say`The webhook to ${host} is disabled: all deliveries failed for five days.`;
}

function describeJob({ job, refused }: Extract<OpenCause, { kind: 'JOB_ENDED' }>): Sentence {
  const name = job.kind === 'import' ? 'Your import' : 'Your bulk action';
  if (job.stopReason) return say`${name} stopped: ${withoutStop(job.stopReason)}.`;
  return refused === 0
    ? say`${name} is complete.`
    : say`${name} is complete. ${counted(refused, 'row')} ${refused === 1 ? 'was' : 'were'} refused.`;
}

/** `1 email`, `12 emails`, `100 or more emails`. @param count at most `MAX_COUNTED` */
function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count < MAX_COUNTED ? count : `${MAX_COUNTED} or more`} ${noun}s`;
}

/** `product_not_received` as words. */
const words = (text: string) => text.replaceAll('_', ' ');

const withoutStop = (text: string) => text.replace(/[.!?]$/, '');
