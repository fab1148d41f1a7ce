import { z } from 'zod';
import { refundReasons, refundStatuses } from './enums.ts';
import { amountRange, anyOf, listInput, listOutput, pageAndOrder, searchInput } from './paging.ts';
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
  reason: z.enum(refundReasons).default('REQUESTED'),
  note: multilineText(1, 500).optional(),
});
export type RefundCreate = z.output<typeof refundCreate>;

export const refundId = z.strictObject({ id: idInput('refund') });

const sortable = ['amount'] as const;

const filters = {
  status: z.enum(refundStatuses).optional(),
  subscriberId: idInput('subscriber').optional(),
  subscriptionId: idInput('subscription').optional(),
  paymentId: idInput('payment').optional(),
  chargeId: idInput('charge').optional(),
  currency: currencyInput.optional(),
  reference: identifier(1, 128).optional().meta({ description: "The payment's." }),
};

export const refundList = listInput(sortable, filters);

/** The list of the portal. Portal only. */
export const refundListAll = listInput(sortable, {
  ...filters,
  reason: z.enum(refundReasons).optional(),
  reasonIn: anyOf(refundReasons).optional(),
  ...amountRange,
  q: searchInput.optional(),
});
export const refundPage = listOutput(refundSnapshot);

/** The sums of refunds that match, by currency. Portal only. */
export const refundTotals = z.array(z.object({ currency: z.string(), amount: moneyOutput('currency') }));
export const refundFilters = refundListAll.omit(pageAndOrder);
