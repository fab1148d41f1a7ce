import type { ChargeSnapshot } from '../../charge.ts';
import { instant, money, type Sentence, say } from '../../sentence.ts';
import { type EventSentences, nameOf, sumOf } from './facts.ts';

export const chargeSentences: EventSentences<'charge'> = {
  'subscriber.charge.created': ({ current, names }) =>
    say`${nameOf(names, current.subscriberId, 'The subscriber')} is charged ${sumOf(current)} for ${current.description}${
      current.expiresAt ? say`, due until ${instant(current.expiresAt)}` : ''
    }.`,
};

/** A charge as a sentence, by its status. Only the creation of a charge has an event. */
export function describeCharge({ description, status, amount, currency }: ChargeSnapshot): Sentence {
  return say`Charge ${description} of ${money(amount, currency)} ${chargeStates[status]}.`;
}

const chargeStates: Record<ChargeSnapshot['status'], string> = {
  PENDING: 'is due',
  PAID: 'is paid',
  WAIVED: 'is waived and no longer due',
  REFUNDED: 'is refunded in full',
  CANCELLED: 'is cancelled and no longer due',
};
