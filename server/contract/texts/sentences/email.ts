import type { EmailSnapshot } from '../../portal/email.ts';
import { whyHeld } from '../../portal/email-rules.ts';
import { type Sentence, type SentencePart, say } from '../../sentence.ts';

/** The emails that a subscriber gets. */
const subjects: Partial<Record<EmailSnapshot['kind'], string>> = {
  INVOICE: 'invoice',
  OVERDUE: 'notice of an overdue payment',
  SUSPENSION: 'notice of the suspension',
  RECEIPT: 'receipt',
};

type Facts = Pick<EmailSnapshot, 'kind' | 'status' | 'to' | 'error'>;

/**
 * An email as a sentence, by what became of it.
 * @param amount what it is about; null without one
 * @param livemode whether the account is live
 */
export function describeEmail(
  { kind, status, to, error }: Facts,
  amount: SentencePart | null,
  livemode: boolean,
): Sentence {
  const email = say`The ${subjects[kind] ?? 'message'}${amount ? say` of ${amount}` : ''}`;
  const reason = error ? `: ${error.replace(/[.!?]$/, '')}` : '';
  switch (status) {
    case 'SENT':
      return say`${email} is emailed to ${to}.`;
    case 'QUEUED':
      return say`${email} is queued for ${to}.`;
    case 'FAILED':
      return say`${email} cannot be emailed to ${to}${reason}.`;
    case 'HELD':
      return say`${email} is kept here and not emailed, because ${whyHeld(kind, livemode)}.`;
    case 'DROPPED':
      return say`${email} is not emailed${reason}.`;
  }
}
