import { find, findForUpdate } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { chargeResource } from '../../model/charge/resource.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { paymentResource } from '../../model/payment/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import type { RefundedPayment } from './issue-refund.ts';

/** Locks a payment for a refund, after its subscriber and what it paid for. @throws NOT_FOUND */
export async function lockRefunded(scope: WriteScope, id: string): Promise<RefundedPayment> {
  const seen = await find(scope, paymentResource, id);
  await findForUpdate(scope, subscriberResource, seen.subscriberId);
  const invoice = seen.invoiceId ? await findForUpdate(scope, invoiceResource, seen.invoiceId) : null;
  const charge = seen.chargeId ? await findForUpdate(scope, chargeResource, seen.chargeId) : null;
  return { payment: await findForUpdate(scope, paymentResource, id), invoice, charge };
}
