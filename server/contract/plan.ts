import { z } from 'zod';
import { isCurrency } from './money.ts';
import { listInput, listOutput, searchInput } from './paging.ts';
import {
  amountOrZeroInput,
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

export const MAX_PLAN_NAME = 120;

/** Kinds of plan Schedule D may have floors for; only RESIDENTIAL can be made through the API. */
export const planTypes = ['RESIDENTIAL', 'BUSINESS', 'ENTERPRISE', 'WHOLESALE'] as const;

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
    dataCapMb: z.int().nullable(),
    graceDays: z.int(),
    isActive: z.boolean(),
    disabledAt: instantOutput.nullable(),
    ...timestamps,
  })
  .meta({ id: 'Plan' });
export type PlanSnapshot = z.output<typeof planSnapshot>;

const writable = {
  planName: text(1, MAX_PLAN_NAME),
  planType: text(1, 40).meta({ examples: ['RESIDENTIAL'] }),
  /** The upper bound is a business error of its own, raised where the floors are checked. */
  downloadSpeedMbps: z.number().min(0.1),
  uploadSpeedMbps: z.number().min(0.1).max(100_000),
  priceAmount: amountOrZeroInput.optional(),
  price: amountOrZeroInput.optional().meta({ description: 'An alias of priceAmount.' }),
  /** Any code Schedule D does not know is PLAN_CURRENCY_NOT_SUPPORTED, whether or not it is a currency. */
  priceCurrency: text(1, 10).meta({ examples: ['USD'] }),
  billingCycleDays: z.int().min(1).max(366),
  dataCapMb: z.int().min(1).max(1_000_000_000_000).nullable().optional(),
  graceDays: z.int().min(0).max(90).default(3),
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

export const planCreate = z.strictObject(writable).check(z.superRefine(checkPrice, onAnyObject));
export type PlanCreate = z.output<typeof planCreate>;

/** Replaces what can be written: an optional field left out gets its default. */
export const planUpdate = z
  .strictObject({ id: idInput('plan'), ...writable })
  .check(z.superRefine(checkPrice, onAnyObject));

export const planDuplicate = z.strictObject({
  id: idInput('plan'),
  planName: text(1, MAX_PLAN_NAME).optional(),
});
export const planId = z.strictObject({ id: idInput('plan') });

/** `confirm` is the plan's name; case and surrounding space do not matter. */
export const planConfirm = z.strictObject({ id: idInput('plan'), confirm: text(1, 1_000) });

export const planList = listInput(['planName', 'priceAmount', 'downloadSpeedMbps'], {
  isActive: z.boolean().optional(),
  currency: currencyInput.optional(),
  q: searchInput.optional(),
});
export const planPage = listOutput(planSnapshot);
