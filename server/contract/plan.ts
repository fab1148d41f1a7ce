import { z } from 'zod';
import { isCurrency } from './money.ts';
import { listInput, listOutput, searchInput } from './paging.ts';
import {
  amountOrZeroInput,
  anyText,
  currencyInput,
  fitsCurrency,
  idInput,
  idOutput,
  instantOutput,
  issue,
  moneyOutput,
  onAnyObject,
  text,
  timestamps,
} from './primitives.ts';
import { whole } from './whole.ts';

export const MAX_PLAN_NAME = 120;

export const planSnapshot = z
  .object({
    id: idOutput('plan'),
    planName: z.string(),
    planType: z.string(),
    downloadSpeedMbps: z.number(),
    uploadSpeedMbps: z.number(),
    price: moneyOutput('priceCurrency').meta({ description: 'The same as priceAmount.' }),
    priceAmount: moneyOutput('priceCurrency'),
    priceCurrency: z.string(),
    billingCycleDays: z.int(),
    dataCapMb: z.int().nullable().meta({ description: 'Megabytes in a cycle; null for no cap.' }),
    graceDays: z.int(),
    isActive: z.boolean().meta({ description: 'False once it is deleted.' }),
    disabledAt: instantOutput.nullable().meta({ description: 'Set while it is off sale.' }),
    ...timestamps,
  })
  .meta({ id: 'Plan' });
export type PlanSnapshot = z.output<typeof planSnapshot>;

const writable = {
  planName: text(1, MAX_PLAN_NAME),
  planType: text(1, 40).meta({
    description: 'RESIDENTIAL is the only one that can be made here.',
    examples: ['RESIDENTIAL'],
  }),
  /** The upper bound is a business error of its own, raised where the floors are checked. */
  downloadSpeedMbps: z.number().min(0.1).meta({ description: 'At most 1000.' }),
  uploadSpeedMbps: z.number().min(0.1).max(100_000),
  priceAmount: amountOrZeroInput.optional(),
  price: amountOrZeroInput.optional().meta({ description: 'An alias of priceAmount.' }),
  /** Any code Schedule D does not know is PLAN_CURRENCY_NOT_SUPPORTED, whether or not it is a currency. */
  priceCurrency: text(1, 10).meta({
    description: 'One for which Schedule D has floors; see GET /v1/schedule-d.',
    examples: ['USD'],
  }),
  billingCycleDays: whole(1, 366),
  dataCapMb: whole(1, 1_000_000_000_000).nullable().optional().meta({
    description: 'Megabytes in a cycle, both ways together, before the speed drops; null for no cap.',
  }),
  graceDays: whole(0, 90)
    .default(3)
    .meta({ description: 'Days of service after a cycle that was not paid for.' }),
};

/** One price, under either name, with no more digits than its currency has. */
function checkPrice(
  plan: { price?: unknown; priceAmount?: unknown; priceCurrency?: unknown },
  ctx: z.core.$RefinementCtx,
) {
  const { price, priceAmount, priceCurrency } = plan;
  if (price === undefined && priceAmount === undefined) issue(ctx, 'REQUIRED', undefined, ['priceAmount']);
  if (price !== undefined && priceAmount !== undefined && price !== priceAmount) {
    issue(ctx, 'INVALID_VALUE', 'price and priceAmount are the same thing and have to be equal.', ['price']);
  }
  if (typeof priceCurrency !== 'string' || !isCurrency(priceCurrency)) return;
  for (const field of ['price', 'priceAmount'] as const) {
    const amount = plan[field];
    if (typeof amount === 'number' && !fitsCurrency(amount, priceCurrency)) {
      issue(ctx, 'INVALID_FORMAT', `${priceCurrency} does not have that many digits.`, [field]);
    }
  }
}

/** The same rule in words of JSON schema, for the API document. */
const priced = { anyOf: [{ required: ['priceAmount'] }, { required: ['price'] }] };

export const planCreate = z.strictObject(writable).check(z.superRefine(checkPrice, onAnyObject)).meta(priced);
export type PlanCreate = z.output<typeof planCreate>;

/** Replaces what can be written: an optional field left out gets its default. */
export const planUpdate = z
  .strictObject({ id: idInput('plan'), ...writable })
  .check(z.superRefine(checkPrice, onAnyObject))
  .meta(priced);

export const planDuplicate = z.strictObject({
  id: idInput('plan'),
  planName: text(1, MAX_PLAN_NAME).optional(),
});
export const planId = z.strictObject({ id: idInput('plan') });

const planNameAgain = anyText(1, 1_000).meta({ description: "The plan's name, in any case." });

/** `confirm` is the plan's name; case and surrounding space do not matter. */
export const planConfirm = z.strictObject({ id: idInput('plan'), confirm: planNameAgain });

export const planList = listInput(['planName', 'priceAmount', 'downloadSpeedMbps'], {
  isActive: z.boolean().optional(),
  isDisabled: z.boolean().optional().meta({ description: 'Whether it is off sale.' }),
  currency: currencyInput.optional(),
  q: searchInput.optional(),
});
export const planPage = listOutput(planSnapshot);
