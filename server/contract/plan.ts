import { z } from 'zod';
import { metadataFilter, metadataInput, metadataOutput, metadataPatch } from './metadata.ts';
import { isCurrency } from './money.ts';
import { listInput, listOutput, searchInput } from './paging.ts';
import { patchOf } from './patch.ts';
import { DEFAULT_GRACE_DAYS } from './plan-rules.ts';
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
  tooManyDecimals,
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
    price: moneyOutput('priceCurrency').meta({ description: 'Equal to priceAmount.' }),
    priceAmount: moneyOutput('priceCurrency'),
    priceCurrency: z.string(),
    billingCycleDays: z.int(),
    dataCapMb: z.int().nullable().meta({ description: 'Megabytes in a cycle; null for no cap.' }),
    graceDays: z.int(),
    isActive: z.boolean().meta({ description: 'False once it is deleted.' }),
    disabledAt: instantOutput.nullable().meta({ description: 'Set while it is disabled.' }),
    metadata: metadataOutput,
    ...timestamps,
  })
  .meta({ id: 'Plan' });
export type PlanSnapshot = z.output<typeof planSnapshot>;

const writable = {
  planName: text(1, MAX_PLAN_NAME),
  planType: text(1, 40).meta({
    description: 'The API creates RESIDENTIAL plans only.',
    examples: ['RESIDENTIAL'],
  }),
  /** The upper bound is a business error (PLAN_SPEED_EXCEEDS_1GBPS), checked with the floors. */
  downloadSpeedMbps: z.number().min(0.1).meta({ description: 'At most 1000.' }),
  uploadSpeedMbps: z.number().min(0.1).max(100_000),
  priceAmount: amountOrZeroInput.optional(),
  price: amountOrZeroInput.optional().meta({ description: 'An alias of priceAmount.' }),
  /** A code that Schedule D does not have is PLAN_CURRENCY_NOT_SUPPORTED, whether or not it is a currency. */
  priceCurrency: text(1, 10).meta({
    description: 'A currency with floors in Schedule D; see GET /v1/schedule-d.',
    examples: ['USD'],
  }),
  billingCycleDays: whole(1, 366),
  dataCapMb: whole(1, 1_000_000_000_000).nullable().optional().meta({
    description: 'Megabytes per cycle, both directions, before the speed is throttled; null for no cap.',
  }),
  graceDays: whole(0, 90)
    .default(DEFAULT_GRACE_DAYS)
    .meta({ description: 'Days of service after an unpaid end of a cycle.' }),
  metadata: metadataInput.optional(),
};

/** One price, under either name, with at most the minor digits of its currency. Contract: Values. */
function checkPrice(
  plan: { price?: unknown; priceAmount?: unknown; priceCurrency?: unknown },
  ctx: z.core.$RefinementCtx,
) {
  const { price, priceAmount, priceCurrency } = plan;
  if (price === undefined && priceAmount === undefined) issue(ctx, 'REQUIRED', undefined, ['priceAmount']);
  if (price !== undefined && priceAmount !== undefined && price !== priceAmount) {
    issue(ctx, 'INVALID_VALUE', 'price and priceAmount must be equal.', ['price']);
  }
  if (typeof priceCurrency !== 'string' || !isCurrency(priceCurrency)) return;
  for (const field of ['price', 'priceAmount'] as const) {
    const amount = plan[field];
    if (typeof amount === 'number' && !fitsCurrency(amount, priceCurrency)) {
      issue(ctx, 'INVALID_FORMAT', tooManyDecimals(priceCurrency), [field]);
    }
  }
}

/** The same rule as JSON schema, for the API document. */
const priced = { anyOf: [{ required: ['priceAmount'] }, { required: ['price'] }] };

export const planCreate = z.strictObject(writable).check(z.superRefine(checkPrice, onAnyObject)).meta(priced);
export type PlanCreate = z.output<typeof planCreate>;

/** Replaces all writable fields; an absent optional field gets its default. */
export const planUpdate = z
  .strictObject({ id: idInput('plan'), ...writable })
  .check(z.superRefine(checkPrice, onAnyObject))
  .meta(priced);

/** Changes the given fields; null clears an optional one. The rules across fields are checked with the others as they are. */
export const planPatch = patchOf({ id: idInput('plan'), ...writable, metadata: metadataPatch.optional() });

export const planDuplicate = z.strictObject({
  id: idInput('plan'),
  planName: text(1, MAX_PLAN_NAME).optional(),
});
export const planId = z.strictObject({ id: idInput('plan') });

const planNameAgain = anyText(1, 1_000).meta({ description: "The plan's name; case does not matter." });

/** `confirm` is the plan's name; case and the space around it do not matter. Contract: Plan. */
export const planConfirm = z.strictObject({ id: idInput('plan'), confirm: planNameAgain });

export const planList = listInput(['planName', 'priceAmount', 'downloadSpeedMbps'], {
  metadata: metadataFilter.optional(),
  isActive: z.boolean().optional(),
  isDisabled: z.boolean().optional().meta({ description: 'Whether it is disabled.' }),
  currency: currencyInput.optional(),
  q: searchInput.optional(),
});
export const planPage = listOutput(planSnapshot);
