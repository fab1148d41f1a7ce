import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { PaymentSnapshot, paymentSimulate } from '../../contract/payment.ts';
import { isOpenPayment, isSimulatable } from '../../contract/payment-rules.ts';
import { simulatedOutcomes } from '../../rails/simulated.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { lockForSettlement, recordLateMoney } from '../lifecycle/payment/lock.ts';
import { settlePayment } from '../lifecycle/payment/settle.ts';
import { paymentResource } from '../model/payment/resource.ts';

/**
 * Reports an outcome of a simulated payment, as a gateway would. Success after expiry is recorded as money to refund.
 * Contract: Payment.
 * @throws NOT_FOUND; CONFLICT on a settled payment or one of another rail
 */
export async function simulatePayment(
  scope: WriteScope,
  { id, outcome }: z.output<typeof paymentSimulate>,
): Promise<PaymentSnapshot> {
  const locked = await lockForSettlement(scope, id);
  const { payment } = locked;
  if (!isSimulatable(payment)) {
    throw refuse('CONFLICT', {
      field: 'id',
      message: 'Only an open payment on the simulated rail can be simulated.',
    });
  }
  if (isOpenPayment(payment)) {
    const settled = await settlePayment(scope, locked, simulatedOutcomes[outcome]);
    return presentOne(scope, paymentResource, settled);
  }
  const recorded = outcome === 'succeed' ? await recordLateMoney(scope, payment) : payment;
  return presentOne(scope, paymentResource, recorded);
}
