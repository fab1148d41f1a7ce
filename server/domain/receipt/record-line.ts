import { invalid, invalidValue, refuse } from '../../contract/errors.ts';
import { toMajor, toMinor } from '../../contract/money.ts';
import type { MpesaLine, PaystackLine } from '../../contract/portal/statement.ts';
import { formatMoney } from '../../contract/texts/format-money.ts';
import { paymentIn } from '../../rails/paystack.ts';
import { findOrNull } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { requireAccount } from '../external/gateway/accounts.ts';
import { handleGatewayEvent } from '../lifecycle/payment/handle-gateway-event.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { takeMoney } from './take-money.ts';

/**
 * Records money of a statement of M-Pesa as its confirmation would. Contract: Receipts.
 * @throws CONFLICT without an account at M-Pesa, and for a receipt that is stored already; VALIDATION_FAILED for a time after now
 */
export async function recordMpesaLine(scope: WriteScope, line: MpesaLine): Promise<{ id: string }> {
  const accountId = await requireAccount(scope, 'mpesa');
  const { payer = '', payerName = null, accountNumber = null, paidAt } = line;
  if (paidAt > scope.now) {
    throw invalid([{ field: 'paidAt', code: 'OUT_OF_RANGE', message: 'Money is received before now.' }]);
  }
  const id = await takeMoney(scope, {
    ...{ rail: 'mpesa', accountId, currency: 'KES', accountNumber, payer, payerName, paidAt },
    transactionId: line.transactionId.toUpperCase(),
    amount: toMinor(line.amount, 'KES'),
    phone: /^254[17]\d{8}$/.test(payer) ? `+${payer}` : null,
  });
  if (id === null) throw refuse('CONFLICT', { field: 'transactionId', code: 'ALREADY_EXISTS' });
  return { id };
}

/**
 * Completes the payment of a checkout session that a list of Paystack shows as paid, as its report would; late money stays until staff
 * decide. Contract: Receipts.
 * @throws CONFLICT without an account at Paystack; VALIDATION_FAILED for a reference of another system, and for an amount or a
 *   currency that the payment does not have
 */
export async function recordPaystackLine(scope: WriteScope, line: PaystackLine): Promise<{ id: string }> {
  const accountId = await requireAccount(scope, 'paystack');
  const paymentId = paymentIn(line.reference);
  const payment = paymentId ? await findOrNull(scope, paymentResource, paymentId) : null;
  if (!payment) throw otherReference();
  const amount = toMinor(line.amount, line.currency);
  if (amount !== payment.amount || line.currency !== payment.currency) {
    const expected = formatMoney(toMajor(payment.amount, payment.currency), payment.currency);
    throw invalidValue('amount', `The payment with this reference is ${expected}.`);
  }
  // A spreadsheet may have rewritten the number, as `4099260516.0`. Without one the money is stored by its reference.
  const gatewayPaymentId = /^[1-9]\d*$/.test(line.transactionId ?? '') ? (line.transactionId ?? null) : null;
  const result = await handleGatewayEvent(
    scope,
    {
      ...{ providerId: scope.providerId, paymentId: payment.id, type: 'paid', amount },
      ...{ currency: line.currency, sessionId: line.reference, gatewayPaymentId },
      isOfStatement: true,
    },
    accountId,
  );
  if (result !== 'done') throw otherReference();
  return { id: payment.id };
}

function otherReference() {
  return invalidValue('reference', 'No payment of yours has this reference at Paystack.');
}
