import { checkout } from '../../../../drizzle/schema/gateway.ts';
import { realNow } from '../../../clock.ts';
import type { Minor } from '../../../contract/money.ts';
import type { Rail } from '../../../rails/rail.ts';
import { randomText } from '../../../random-text.ts';
import { create } from '../../../state/record.ts';
import { findForUpdate } from '../../../state/resource.ts';
import { newId } from '../../../work/ids.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { targetKey } from '../../model/payment/target.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import { lockSubscriptionsOf } from '../../model/subscription/lock.ts';
import { mapUniqueViolations } from '../../model/unique-violations.ts';
import { settlePayment } from './settle.ts';

type OnAccount = {
  subscriberId: string;
  rail: Rail['name'];
  /** Minor units of the currency, above 0. */
  amount: Minor;
  currency: string;
  /** Unique for the provider. */
  reference: string;
};

/**
 * Records money that has arrived without a request, such as what a customer sends to a short code: a COMPLETED payment on account,
 * which settles what it covers. The caller makes sure that one transaction of the gateway is recorded once. Contract: Account
 * credit.
 * @param gateway the account at the gateway and the gateway's id of the transaction, to which refunds refer
 * @throws NOT_FOUND for the subscriber; CONFLICT for a reference that is taken
 */
export async function receiveOnAccount(
  scope: WriteScope,
  { gateway, ...given }: OnAccount & { gateway: { accountId: string | null; paymentId: string } | null },
): Promise<PaymentRow> {
  await findForUpdate(scope, subscriberResource, given.subscriberId);
  await lockSubscriptionsOf(scope, given.subscriberId);
  const id = newId('payment', scope.now);
  const values = { ...given, status: 'PENDING' as const, target: targetKey.account(id) };
  const payment = await mapUniqueViolations(scope, () => create(scope, paymentResource, values, { id }));
  if (gateway) {
    // No payer opens it: the row is where refunds find the gateway's id.
    await scope.db.insert(checkout).values({
      providerId: scope.providerId,
      paymentId: payment.id,
      token: randomText(26),
      description: 'Payment on account',
      accountId: gateway.accountId,
      gatewayPaymentId: gateway.paymentId,
      closedAt: realNow(),
      createdAt: scope.now,
      updatedAt: scope.now,
    });
  }
  return settlePayment(scope, { payment }, { succeeded: true });
}
