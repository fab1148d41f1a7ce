import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { PaymentSnapshot, paymentSimulate } from '../../contract/payment.ts';
import type { WriteScope } from '../../db/scope.ts';
import { simulatedOutcomes } from '../../rails/simulated.ts';
import { presentOne } from '../../state/resource.ts';
import { isOpen, lockReported, noteLateMoney } from '../lifecycle/settlement/lock.ts';
import { settlePayment } from '../lifecycle/settlement/settle.ts';
import { paymentResource } from '../model/payment/resource.ts';

/**
 * Plays the gateway of a simulated payment. Success after it expired is noted on it and flagged for refund.
 * Contract: Payment.
 * @throws NOT_FOUND; CONFLICT on a settled payment or one of another rail
 */
export async function simulatePayment(
  scope: WriteScope,
  { id, outcome }: z.output<typeof paymentSimulate>,
): Promise<PaymentSnapshot> {
  const payment = await lockReported(scope, id);
  if (payment.rail !== 'simulated' || !(isOpen(payment) || payment.status === 'EXPIRED')) {
    throw refuse('CONFLICT', { field: 'id', message: 'Only an unsettled simulated payment can be played.' });
  }
  if (isOpen(payment)) {
    const settled = await settlePayment(scope, payment, simulatedOutcomes[outcome]);
    return presentOne(scope, paymentResource, settled);
  }
  const noted = outcome === 'succeed' ? await noteLateMoney(scope, payment) : payment;
  return presentOne(scope, paymentResource, noted);
}
