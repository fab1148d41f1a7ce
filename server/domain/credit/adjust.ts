import type { BalanceTransactionSnapshot, CreditAdjust } from '../../contract/balance-transaction.ts';
import { invalid } from '../../contract/errors.ts';
import { toMajor, toMinor } from '../../contract/money.ts';
import { formatMoney } from '../../contract/texts/format-money.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { balanceOf } from '../lifecycle/credit/balances.ts';
import { recordCredit } from '../lifecycle/credit/record.ts';
import { settleFromCredit } from '../lifecycle/payment/settle-from-credit.ts';
import { balanceTransactionResource } from '../model/balance-transaction/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/**
 * Adds to the credit of a subscriber or takes from it, as goodwill or a correction, and settles what it covers then. Contract: Account
 * credit.
 * @throws NOT_FOUND for the subscriber; VALIDATION_FAILED (OUT_OF_RANGE) for more than there is
 */
export async function adjustCredit(
  scope: WriteScope,
  { id: subscriberId, amount: major, currency, note }: CreditAdjust,
): Promise<BalanceTransactionSnapshot> {
  await findForUpdate(scope, subscriberResource, subscriberId);
  const amount = toMinor(major, currency);
  const balance = await balanceOf(scope, subscriberId, currency);
  if (balance + amount < 0) {
    const message = `The subscriber has ${formatMoney(toMajor(balance, currency), currency)} of credit.`;
    throw invalid([{ field: 'amount', code: 'OUT_OF_RANGE', message }]);
  }
  const [made] = await recordCredit(scope, [{ type: 'ADJUSTMENT', subscriberId, amount, currency, note }]);
  if (!made) throw new Error('no credit was recorded');
  if (amount > 0) await settleFromCredit(scope, subscriberId);
  return presentOne(scope, balanceTransactionResource, made);
}
