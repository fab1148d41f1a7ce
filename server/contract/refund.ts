import { z } from 'zod';
import { refundReasons, refundStatuses, requestedRefundReasons } from './enums.ts';
import { listInput, listOutput } from './paging.ts';
import {
  amountInput,
  currencyInput,
  identifier,
  idInput,
  idOutput,
  moneyOutput,
  multilineText,
  timestamps,
} from './primitives.ts';

export const refundSnapshot = z
  .object({
    id: idOutput('refund'),
    paymentId: idOutput('payment'),
    subscriberId: idOutput('subscriber'),
    subscriptionId: idOutput('subscription').nullable(),
    chargeId: idOutput('charge').nullable(),
    amount: moneyOutput('currency'),
    currency: z.string(),
    reason: z.enum(refundReasons),
    note: z.string().nullable(),
    status: z.enum(refundStatuses),
    ...timestamps,
  })
  .meta({ id: 'Refund' });
export type RefundSnapshot = z.output<typeof refundSnapshot>;

/** `id` is the payment's id. */
export const refundCreate = z.strictObject({
  id: idInput('payment'),
  amount: amountInput.optional().meta({ description: 'When absent, all that is left of the payment.' }),
  reason: z.enum(requestedRefundReasons).default('REQUESTED'),
  note: multilineText(1, 500).optional(),
});
export type RefundCreate = z.output<typeof refundCreate>;

export const refundId = z.strictObject({ id: idInput('refund') });

export const sortable = ['amount'] as const;

export const filters = {
  status: z.enum(refundStatuses).optional(),
  subscriberId: idInput('subscriber').optional(),
  subscriptionId: idInput('subscription').optional(),
  paymentId: idInput('payment').optional(),
  chargeId: idInput('charge').optional(),
  currency: currencyInput.optional(),
  reference: identifier(1, 128).optional().meta({ description: "The payment's." }),
};

export const refundList = listInput(sortable, filters);

export const refundPage = listOutput(refundSnapshot);
