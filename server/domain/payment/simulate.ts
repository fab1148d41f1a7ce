import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { PaymentSnapshot, paymentSimulate } from '../../contract/payment.ts';
import type { WriteScope } from '../../db/scope.ts';
import { simulatedOutcomes } from '../../rails/simulated.ts';
import { write } from '../../state/record.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { lockSubscription } from '../subscription/lock.ts';
import { paymentResource } from './resource.ts';
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
  const { subscriptionId } = await find(scope, paymentResource, id);
  if (subscriptionId) await lockSubscription(scope, subscriptionId);
  const payment = await findForUpdate(scope, paymentResource, id);
  const isOpen = payment.status === 'PENDING' || payment.status === 'PROCESSING';
  if (payment.rail !== 'simulated' || !(isOpen || payment.status === 'EXPIRED')) {
    throw refuse('CONFLICT', { field: 'id', message: 'Only an unsettled simulated payment can be played.' });
  }
  const after = isOpen
    ? await settlePayment(scope, payment, simulatedOutcomes[outcome])
    : await noteLateSuccess(scope, payment, outcome === 'succeed');
  return presentOne(scope, paymentResource, after);
}

async function noteLateSuccess(
  scope: WriteScope,
  payment: Awaited<ReturnType<typeof findForUpdate<typeof paymentResource>>>,
  succeeded: boolean,
) {
  if (!succeeded || payment.refundDue) return payment;
  const [noted] = await write(scope, paymentResource, [payment.id], { refundDue: true });
  return noted ?? payment;
}
