import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { PaymentSnapshot, paymentSimulate } from '../../contract/payment.ts';
import type { WriteScope } from '../../db/scope.ts';
import { simulatedOutcomes } from '../../rails/simulated.ts';
import { change } from '../../state/record.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import { lockCharge } from '../charge/lock.ts';
import { lockSubscription } from '../subscription/lock.ts';
import { type PaymentRow, paymentResource } from './resource.ts';
import { settlePayment } from './settle.ts';

/**
 * Plays the gateway of a simulated payment. Success after it expired is noted on it and flagged for refund.
 * Contract: Payment.
 * @throws NOT_FOUND; CONFLICT on a settled payment or one of another rail
 */
export async function simulatePayment(
  scope: WriteScope,
  { id, outcome }: z.output<typeof paymentSimulate>,
): Promise<PaymentSnapshot> {
  const { subscriptionId, chargeId } = await find(scope, paymentResource, id);
  if (subscriptionId) await lockSubscription(scope, subscriptionId);
  if (chargeId) await lockCharge(scope, chargeId);
  const payment = await expireIfDue(scope, await findForUpdate(scope, paymentResource, id));
  const isOpen = payment.status === 'PENDING' || payment.status === 'PROCESSING';
  if (payment.rail !== 'simulated' || !(isOpen || payment.status === 'EXPIRED')) {
    throw refuse('CONFLICT', { field: 'id', message: 'Only an unsettled simulated payment can be played.' });
  }
  if (isOpen) {
    return presentOne(
      scope,
      paymentResource,
      await settlePayment(scope, payment, simulatedOutcomes[outcome]),
    );
  }
  const noted = outcome === 'succeed' ? await noteLateSuccess(scope, payment) : payment;
  return presentOne(scope, paymentResource, noted);
}

/** Word that comes after its time is late, whether or not the run that expires payments has been by. */
async function expireIfDue(scope: WriteScope, payment: PaymentRow): Promise<PaymentRow> {
  const isDue = payment.status === 'PENDING' && payment.expiresAt !== null && payment.expiresAt <= scope.now;
  return isDue ? transition(scope, paymentResource, payment, 'expire') : payment;
}

function noteLateSuccess(scope: WriteScope, payment: PaymentRow): Promise<PaymentRow> {
  return change(scope, paymentResource, payment, { refundDue: true }, undefined, 'payment.late');
}
