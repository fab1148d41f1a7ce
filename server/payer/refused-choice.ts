import { Refusal } from '../contract/errors.ts';
import type { CustomerTexts } from './customer-texts.ts';

/** Why what the holder of a link chose began no payment. */
type Reason = 'too many' | 'nothing to choose' | 'no amount' | Refusal;

/** The reason in words for the holder of a link. Texts of the API name its fields. */
export function refusedText({ refused }: CustomerTexts, why: Reason): string {
  if (why === 'too many') return refused.tooMany;
  if (why === 'no amount') return refused.amount;
  if (!(why instanceof Refusal)) return refused.unavailable;
  if (why.body.rejectionReasons.some(({ field }) => field === 'phone')) return refused.phone;
  return why.status === 409 ? refused.processing : refused.unavailable;
}
