import type { EmailSnapshot } from '../../portal/email.ts';
import { whyHeld } from '../../portal/email-rules.ts';
import { type Sentence, type SentencePart, say } from '../../sentence.ts';

/** The emails that a subscriber gets. */
const subjects: Partial<Record<EmailSnapshot['kind'], string>> = {
  INVOICE: 'invoice',
  REMINDER: 'reminder',
  OVERDUE: 'notice of an overdue payment',
  LAST_WARNING: 'last reminder',
  SUSPENSION: 'notice of the suspension',
  RESTORED: 'notice that service is on again',
  RECEIPT: 'receipt',
  REFUND: 'notice of the refund',
  PROMPT: 'payment request',
  CREDIT_NOTE: 'credit note',
  PAGE_LINK: 'link to the customer’s page',
  NOTICE: 'notice',
};

type Facts = Pick<EmailSnapshot, 'kind' | 'channel' | 'status' | 'to' | 'error'>;

/**
 * An email as a sentence, by what became of it.
 * @param amount what it is about; null without one
 * @param livemode whether the account is live
 */
export function describeEmail(
  { kind, channel, status, to, error }: Facts,
  amount: SentencePart | null,
  livemode: boolean,
): Sentence {
  const email = say`The ${subjects[kind] ?? 'message'}${amount ? say` of ${amount}` : ''}`;
  const reason = error ? `: ${error.replace(/[.!?]$/, '')}` : '';
  const way = channel === 'EMAIL' ? 'emailed' : 'sent by SMS';
  switch (status) {
    case 'SENT':
      return say`${email} is ${way} to ${to}.`;
    case 'DELIVERED':
      return say`${email} is delivered to ${to}.`;
    case 'UNKNOWN':
      return say`${email} may have been ${way} to ${to}${reason}.`;
    case 'QUEUED':
      return say`${email} is queued${to ? say` for ${to}` : ''}.`;
    case 'FAILED':
      return say`${email} cannot be ${way} to ${to}${reason}.`;
    case 'HELD':
      return error
        ? say`${email} is kept here and not ${way}${reason}.`
        : say`${email} is kept here and not ${way}, because ${whyHeld({ kind, channel }, livemode)}.`;
    case 'DROPPED':
      return say`${email} is not ${way}${reason}.`;
  }
}
