import { z } from 'zod';
import { chargeStatuses } from './enums.ts';
import { metadataFilter, metadataInput, metadataOutput } from './metadata.ts';
import { isCurrency } from './money.ts';
import { listInput, listOutput } from './paging.ts';
import {
  amountInput,
  currencyInput,
  fitsCurrency,
  idInput,
  idOutput,
  instantInput,
  instantOutput,
  issue,
  moneyOutput,
  multilineText,
  onAnyObject,
  text,
  timestamps,
  tooManyDecimals,
} from './primitives.ts';

export const chargeSnapshot = z
  .object({
    id: idOutput('charge'),
    subscriberId: idOutput('subscriber'),
    subscriptionId: idOutput('subscription').nullable(),
    installationId: idOutput('installation')
      .nullable()
      .meta({ description: 'The installation whose fee this is.' }),
    description: z.string(),
    amount: moneyOutput('currency'),
    currency: z.string(),
    status: z.enum(chargeStatuses),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why it was waived or cancelled: your reason, or EXPIRED, INSTALLATION_CANCELLED, ' +
          'INSTALLATION_ABANDONED, SUBSCRIPTION_ENDED, SUBSCRIBER_TERMINATED.',
      }),
    expiresAt: instantOutput.nullable().meta({ description: 'It is cancelled at this time if unpaid.' }),
    paidAt: instantOutput.nullable(),
    waivedAt: instantOutput.nullable(),
    cancelledAt: instantOutput.nullable(),
    refundedAt: instantOutput.nullable().meta({ description: 'When it was fully refunded.' }),
    metadata: metadataOutput,
    ...timestamps,
  })
  .meta({ id: 'Charge' });
export type ChargeSnapshot = z.output<typeof chargeSnapshot>;

/** Values of `reason` that Demarc sets. */
export type ChargeReason =
  | 'EXPIRED'
  | 'INSTALLATION_CANCELLED'
  | 'INSTALLATION_ABANDONED'
  | 'SUBSCRIPTION_ENDED'
  | 'SUBSCRIBER_TERMINATED';

export const ofSubscriber = { subscriberId: idInput('subscriber') };

export const chargeCreate = z
  .strictObject({
    ...ofSubscriber,
    subscriptionId: idInput('subscription')
      .optional()
      .meta({ description: 'A subscription of the subscriber.' }),
    description: text(1, 255),
    amount: amountInput,
    currency: currencyInput,
    expiresAt: instantInput
      .optional()
      .meta({ description: 'In the future. The charge is cancelled at this time if unpaid.' }),
    metadata: metadataInput.optional(),
  })
  .check(
    z.superRefine(({ amount, currency }, ctx) => {
      if (typeof amount !== 'number' || typeof currency !== 'string' || !isCurrency(currency)) return;
      if (!fitsCurrency(amount, currency)) {
        issue(ctx, 'INVALID_FORMAT', tooManyDecimals(currency), ['amount']);
      }
    }, onAnyObject),
  );
export type ChargeCreate = z.output<typeof chargeCreate>;

export const chargeId = z.strictObject({ ...ofSubscriber, chargeId: idInput('charge') });
export type ChargeId = z.output<typeof chargeId>;

/** The optional reason of a waived or cancelled charge. */
export const chargeEnd = z.strictObject({
  ...ofSubscriber,
  chargeId: idInput('charge'),
  reason: multilineText(1, 255).optional(),
});
export type ChargeEnd = z.output<typeof chargeEnd>;

export const sortable = ['amount', 'status', 'expiresAt'] as const;

export const filters = {
  metadata: metadataFilter.optional(),
  status: z.enum(chargeStatuses).optional(),
  subscriptionId: idInput('subscription').optional(),
};

export const chargeList = listInput(sortable, { ...ofSubscriber, ...filters });

/** The list of the charges of all subscribers. */
export const chargeListOfAll = listInput(sortable, {
  subscriberId: ofSubscriber.subscriberId.optional(),
  ...filters,
});

export const chargePage = listOutput(chargeSnapshot);
