import { z } from 'zod';
import {
  disputeStatuses,
  failureReasons,
  paymentStatuses,
  railDescriptions,
  railNames,
  simulateOutcomes,
} from './enums.ts';
import { metadataFilter, metadataInput, metadataOutput } from './metadata.ts';
import { isCurrency } from './money.ts';
import { listInput, listOutput } from './paging.ts';
import {
  amountInput,
  currencyInput,
  fitsCurrency,
  identifier,
  idInput,
  idOutput,
  instantInput,
  instantOutput,
  issue,
  moneyOutput,
  onAnyObject,
  phoneInput,
  text,
  timestamps,
  tooManyDecimals,
} from './primitives.ts';

/** What a payment is for: exactly one of these, or none for one on account. */
const paymentTargets = ['subscriptionId', 'chargeId', 'installationId', 'invoiceId'] as const;

export const paymentSnapshot = z
  .object({
    id: idOutput('payment'),
    subscriberId: idOutput('subscriber'),
    subscriptionId: idOutput('subscription').nullable(),
    chargeId: idOutput('charge').nullable(),
    installationId: idOutput('installation').nullable(),
    invoiceId: idOutput('invoice').nullable(),
    amount: moneyOutput('currency'),
    currency: z.string(),
    rail: z.enum(railNames),
    status: z.enum(paymentStatuses),
    reference: z.string(),
    failureReason: z.enum(failureReasons).nullable(),
    checkoutUrl: z.string().nullable(),
    expiresAt: instantOutput.nullable(),
    completedAt: instantOutput.nullable(),
    receivedAt: instantOutput.nullable().meta({
      description: 'When the money of a `manual` payment was received, as it was recorded; otherwise null.',
    }),
    refundedAmount: moneyOutput('currency'),
    dispute: z
      .object({
        status: z.enum(disputeStatuses).meta({ description: 'Who the gateway decided for, once it has.' }),
        amount: moneyOutput('currency'),
        reason: z.string().nullable().meta({ description: "The gateway's word." }),
        openedAt: instantOutput.meta({ description: 'When the payer disputed the payment.' }),
        closedAt: instantOutput
          .nullable()
          .meta({ description: 'When the gateway decided; null until then.' }),
      })
      .nullable()
      .meta({ description: 'The dispute of the payer at the gateway. Service is not touched by it.' }),
    creditedAmount: moneyOutput('currency'),
    refundDue: z.boolean().meta({ description: 'Money arrived after the payment had expired. Refund it.' }),
    metadata: metadataOutput,
    ...timestamps,
  })
  .meta({ id: 'Payment' });
export type PaymentSnapshot = z.output<typeof paymentSnapshot>;

export const paymentCreate = z
  .strictObject({
    subscriptionId: idInput('subscription').optional(),
    chargeId: idInput('charge').optional(),
    installationId: idInput('installation').optional(),
    invoiceId: idInput('invoice').optional(),
    subscriberId: idInput('subscriber').optional().meta({
      description:
        'Without a target: whose credit the payment becomes, with `amount` and `currency`. With one it is optional, and checked.',
    }),
    amount: amountInput
      .optional()
      .meta({ description: 'Computed when absent; a different amount is refused.' }),
    currency: text(1, 10).optional(),
    rail: z
      .enum(railNames)
      .meta({ description: railNames.map((name) => `${name}: ${railDescriptions[name]}.`).join(' ') }),
    reference: identifier(1, 128).optional().meta({ description: 'Unique; generated when absent.' }),
    metadata: metadataInput.optional(),
    receivedAt: instantInput.optional().meta({
      description:
        'When the money was received, on the rail `manual` only. It is not in the future; `completedAt` is when it was recorded.',
    }),
    phone: phoneInput.optional().meta({
      description:
        'The phone that gets the prompt, on the rail `mpesa` only. By default that of the subscriber.',
    }),
  })
  .check(
    z.superRefine((payment, ctx) => {
      const given = paymentTargets.filter((target) => payment[target] !== undefined);
      if (given.length === 0 && payment.subscriberId === undefined)
        issue(ctx, 'REQUIRED', `Enter one of ${paymentTargets.join(', ')}.`, ['subscriptionId']);
      if (payment.phone !== undefined && payment.rail !== 'mpesa') {
        issue(ctx, 'NOT_ALLOWED', 'Only the rail mpesa sends prompts.', ['phone']);
      }
      if (payment.receivedAt !== undefined && payment.rail !== 'manual') {
        issue(ctx, 'NOT_ALLOWED', 'Only the rail manual is for money that was received.', ['receivedAt']);
      }
      if (given.length === 0 && payment.subscriberId !== undefined) requireSum(ctx, payment);
      for (const extra of given.slice(1)) {
        issue(ctx, 'INVALID_VALUE', 'A payment has one target only.', [extra]);
      }
    }, onAnyObject),
  );
export type PaymentCreate = z.output<typeof paymentCreate>;

/** A payment on account: for no debt, so the request states the amount. */
export type OnAccountCreate = PaymentCreate & { subscriberId: string; amount: number; currency: string };

export function isOnAccount(payment: PaymentCreate): payment is OnAccountCreate {
  return paymentTargets.every((target) => payment[target] === undefined);
}

function requireSum(
  ctx: z.core.$RefinementCtx,
  { amount, currency }: { amount?: number | undefined; currency?: string | undefined },
): void {
  if (amount === undefined) issue(ctx, 'REQUIRED', 'Enter the amount that is received.', ['amount']);
  if (currency === undefined) issue(ctx, 'REQUIRED', 'Enter the currency.', ['currency']);
  else if (typeof currency === 'string' && !isCurrency(currency)) {
    issue(ctx, 'INVALID_VALUE', 'Enter a currency code such as USD.', ['currency']);
  } else if (typeof amount === 'number' && !fitsCurrency(amount, currency)) {
    issue(ctx, 'INVALID_FORMAT', tooManyDecimals(currency), ['amount']);
  }
}

export const paymentId = z.strictObject({ id: idInput('payment') });

export const paymentSimulate = z.strictObject({ id: idInput('payment'), outcome: z.enum(simulateOutcomes) });

export const sortable = ['amount', 'completedAt'] as const;

export const filters = {
  metadata: metadataFilter.optional(),
  status: z.enum(paymentStatuses).optional(),
  subscriberId: idInput('subscriber').optional(),
  subscriptionId: idInput('subscription').optional(),
  chargeId: idInput('charge').optional(),
  invoiceId: idInput('invoice').optional(),
  installationId: idInput('installation').optional(),
  rail: z.enum(railNames).optional(),
  currency: currencyInput.optional(),
  completedAfter: instantInput.optional().meta({ description: 'Completed from this instant on.' }),
  completedBefore: instantInput.optional().meta({ description: 'Completed before this instant.' }),
  refundDue: z.boolean().optional().meta({ description: 'Whether a refund is due.' }),
  reference: identifier(1, 128).optional(),
};

export const paymentList = listInput(sortable, filters);

export const paymentPage = listOutput(paymentSnapshot);
