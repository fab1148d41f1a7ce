import { z } from 'zod';
import { billingCycleSnapshot } from './billing-cycle.ts';
import { departureInput } from './departure.ts';
import { inactiveReasons, subscriptionStatuses } from './enums.ts';
import { metadataFilter, metadataInput, metadataOutput, metadataPatch } from './metadata.ts';
import { listInput, listOutput, searchInput } from './paging.ts';
import {
  amountOrZeroInput,
  currencyInput,
  identifier,
  idInput,
  idOutput,
  instantInput,
  instantOutput,
  issue,
  moneyObject,
  moneyOutput,
  multilineText,
  onAnyObject,
  timestamps,
} from './primitives.ts';
import { whole } from './whole.ts';

const speedOverride = z.object({ downloadSpeedMbps: z.number(), uploadSpeedMbps: z.number() });

const overridesOutput = {
  priceOverride: moneyOutput('currency').nullable(),
  speedOverride: speedOverride.nullable(),
  durationOverride: z.int().nullable().meta({ description: 'Days of a cycle.' }),
};

export const subscriptionSnapshot = z
  .object({
    id: idOutput('subscription'),
    subscriberId: idOutput('subscriber'),
    planId: idOutput('plan'),
    nextPlanId: idOutput('plan')
      .nullable()
      .meta({ description: 'The pending plan, from the next cycle on.' }),
    demarcationPointId: idOutput('demarcationPoint').nullable(),
    externalReference: z.string().nullable(),
    status: z.enum(subscriptionStatuses),
    inactiveReason: z.enum(inactiveReasons).nullable(),
    isExternal: z.boolean().meta({ description: 'Whether an external system created it.' }),
    startedAt: instantOutput.nullable().meta({ description: 'When the first payment was completed.' }),
    expiresAt: instantOutput.nullable().meta({ description: 'End of the paid period.' }),
    cancelAt: instantOutput.nullable().meta({ description: 'When a cancellation takes effect.' }),
    planRemovalAt: instantOutput.nullable().meta({ description: 'When its plan is removed.' }),
    archivedAt: instantOutput
      .nullable()
      .meta({ description: 'Set once it has ended and cannot be restored.' }),
    ...overridesOutput,
    pendingOverrides: z
      .object(overridesOutput)
      .partial()
      .nullable()
      .meta({ description: 'Pending overrides, from the next cycle on.' }),
    pendingUpgrade: z
      .object({
        planId: idOutput('plan'),
        amount: moneyOutput('currency'),
        currency: z.string(),
        expiresAt: instantOutput,
      })
      .nullable()
      .meta({ description: 'The upgrade hold: an upgrade that awaits its payment.' }),
    price: moneyObject.meta({ description: 'The price in force.' }),
    currentCycle: billingCycleSnapshot.nullable(),
    radiusUsername: z.string().nullable().meta({ description: 'Null before the first payment.' }),
    metadata: metadataOutput,
    ...timestamps,
  })
  .meta({ id: 'Subscription' });
export type SubscriptionSnapshot = z.output<typeof subscriptionSnapshot>;

const speed = z.number().min(0.1);

const overridesInput = {
  priceOverride: amountOrZeroInput.nullable().optional(),
  speedOverride: z
    .strictObject({ downloadSpeedMbps: speed.max(1_000), uploadSpeedMbps: speed.max(100_000) })
    .nullable()
    .optional(),
  durationOverride: whole(1, 366).nullable().optional().meta({ description: 'Days of a cycle.' }),
};

export const subscriptionCreate = z.strictObject({
  subscriberId: idInput('subscriber'),
  planId: idInput('plan'),
  demarcationPointId: idInput('demarcationPoint'),
  ...overridesInput,
  externalReference: identifier(1, 128).optional().meta({ description: 'A reference of your own.' }),
  metadata: metadataInput.optional(),
});

export const subscriptionUpdate = z
  .strictObject({
    id: idInput('subscription'),
    demarcationPointId: idInput('demarcationPoint').optional(),
    externalReference: identifier(1, 128).nullable().optional(),
    metadata: metadataPatch.optional(),
    planId: idInput('plan').optional(),
    when: z.enum(['cycle_end', 'now']).optional().meta({
      description:
        'When the plan of `planId` applies: `cycle_end` (default), or `now`, which holds a more expensive plan until its payment.',
    }),
    ...overridesInput,
    cancelAt: z.null().optional().meta({ description: 'Null withdraws a cancellation.' }),
  })
  .check(
    z.superRefine(({ planId, when }, ctx) => {
      if (when !== undefined && planId === undefined)
        issue(ctx, 'NOT_ALLOWED', 'Only with `planId`.', ['when']);
    }, onAnyObject),
  );
export type SubscriptionUpdate = z.output<typeof subscriptionUpdate>;

export const subscriptionId = z.strictObject({ id: idInput('subscription') });

/** `until` is the new end of grace; `note` is kept in the audit entry. */
export const graceExtension = z.strictObject({
  id: idInput('subscription'),
  until: instantInput.meta({ description: 'The new end of grace.' }),
  note: multilineText(1, 255).optional(),
});

export const subscriptionCancel = subscriptionId.extend(departureInput);

export const planRemoval = z.strictObject({
  id: idInput('subscription'),
  when: z.enum(['cycle_end', 'immediately']),
  ...departureInput,
});

export const sortable = ['expiresAt', 'startedAt'] as const;

export const filters = {
  metadata: metadataFilter.optional(),
  subscriberId: idInput('subscriber').optional(),
  planId: idInput('plan').optional(),
  demarcationPointId: idInput('demarcationPoint').optional(),
  status: z.enum(subscriptionStatuses).optional(),
  isExternal: z.boolean().optional(),
  externalReference: identifier(1, 128).optional(),
  q: searchInput.optional(),
  currency: currencyInput.optional(),
  expiresBefore: instantInput.optional(),
  startedAfter: instantInput.optional().meta({ description: 'First paid from this instant on.' }),
  startedBefore: instantInput.optional().meta({ description: 'First paid before this instant.' }),
  inService: z.boolean().optional().meta({ description: 'Whether it is in service now.' }),
  inServiceAt: instantInput
    .optional()
    .meta({ description: 'In service at this instant. A change at exactly this instant is not included.' }),
  outOfServiceAt: instantInput.optional().meta({
    description: 'Not in service at this instant. A change at exactly this instant is not included.',
  }),
};

export const subscriptionList = listInput(sortable, filters);
export const subscriptionPage = listOutput(subscriptionSnapshot);

/** A subscription with the amount due on its open invoices and pending charges, one entry for each currency. */
export const subscriptionWithBalance = subscriptionSnapshot.extend({ balanceDue: z.array(moneyObject) });
export type SubscriptionWithBalance = z.output<typeof subscriptionWithBalance>;

export const subscriptionCredentials = z
  .object({ username: z.string(), password: z.string() })
  .meta({ id: 'SubscriptionCredentials' });
