import { z } from 'zod';
import { installationKinds, installationStatuses } from './enums.ts';
import { INSTALLATION_WINDOW_DAYS } from './installation-rules.ts';
import { macAddressInput } from './mac-address.ts';
import { metadataFilter, metadataInput, metadataOutput, metadataPatch } from './metadata.ts';
import { listInput, listOutput } from './paging.ts';
import {
  amountOrZeroInput,
  idInput,
  idOutput,
  instantInput,
  instantOutput,
  instantWith,
  moneyOutput,
  multilineText,
  text,
  timestamps,
} from './primitives.ts';

export const installationSnapshot = z
  .object({
    id: idOutput('installation'),
    installationId: idOutput('installation').meta({ description: 'Equal to id.' }),
    subscriptionId: idOutput('subscription'),
    subscriberId: idOutput('subscriber'),
    demarcationPointId: idOutput('demarcationPoint'),
    required: z.boolean().meta({ description: 'Always true.' }),
    free: z.boolean().meta({ description: 'Whether the fee is waived or zero.' }),
    feeAmount: moneyOutput('currency'),
    currency: z.string(),
    chargeId: idOutput('charge').nullable().meta({ description: 'The charge for the fee.' }),
    kind: z.enum(installationKinds),
    status: z.enum(installationStatuses),
    scheduledAt: instantOutput.nullable(),
    windowEndsAt: instantOutput.meta({ description: 'It is ABANDONED at this time if not done.' }),
    startedAt: instantOutput.nullable().meta({ description: 'When the technician began.' }),
    installedAt: instantOutput.nullable(),
    technician: z.string().nullable(),
    notes: z.string().nullable(),
    serialNumber: z.string().nullable().meta({ description: 'Of the router that is installed.' }),
    macAddress: z.string().nullable().meta({ description: 'Of the router, as `4C:5E:0C:12:34:56`.' }),
    metadata: metadataOutput,
    ...timestamps,
  })
  .meta({ id: 'Installation' });
export type InstallationSnapshot = z.output<typeof installationSnapshot>;

/** The most characters of notes. */
export const MAX_NOTES = 2_000;

/** Who installs, and the router. */
const visitInput = {
  technician: text(1, 100).meta({
    description:
      'A name, or the email address of a member of your team, who then finds the visit in the portal.',
    examples: ['Peter Otieno'],
  }),
  serialNumber: text(1, 100).meta({ examples: ['HGU-4471-0093'] }),
  macAddress: macAddressInput,
};

export const installationCreate = z.strictObject({
  subscriptionId: idInput('subscription'),
  kind: z.enum(installationKinds).default('INITIAL'),
  feeAmount: amountOrZeroInput
    .default(0)
    .meta({ description: "In the plan's currency. A fee above zero becomes a charge.", examples: [50] }),
  feeWaived: z.boolean().default(false).meta({ description: 'The fee is not charged.' }),
  scheduledAt: instantWith(INSTALLATION_WINDOW_DAYS).optional(),
  technician: visitInput.technician.optional(),
  serialNumber: visitInput.serialNumber.optional(),
  macAddress: visitInput.macAddress.optional(),
  metadata: metadataInput.optional(),
});
export type InstallationCreate = z.output<typeof installationCreate>;

export const installationUpdate = z.strictObject({
  id: idInput('installation'),
  scheduledAt: instantInput.nullable().optional(),
  windowEndsAt: instantInput.optional().meta({ description: 'In the future.' }),
  technician: visitInput.technician.nullable().optional(),
  notes: multilineText(1, MAX_NOTES).nullable().optional(),
  serialNumber: visitInput.serialNumber.nullable().optional(),
  macAddress: visitInput.macAddress.nullable().optional(),
  startedAt: instantInput
    .nullable()
    .optional()
    .meta({ description: 'When the technician began. At most five minutes ahead of the clock.' }),
  metadata: metadataPatch.optional(),
  feeWaived: z.literal(true).optional().meta({ description: 'Waives the charge for the fee.' }),
  installedAt: instantInput.optional().meta({
    description:
      'Activates it. While the fee is unpaid it is stored, and activates it once the fee is settled. ' +
      'At most five minutes ahead of the clock.',
  }),
  status: z.literal('ACTIVATED').optional().meta({ description: 'Marks it done at once.' }),
});
export type InstallationUpdate = z.output<typeof installationUpdate>;

export const installationId = z.strictObject({ id: idInput('installation') });

export const sortable = ['scheduledAt', 'windowEndsAt', 'status'] as const;

export const filters = {
  metadata: metadataFilter.optional(),
  status: z.enum(installationStatuses).optional(),
  kind: z.enum(installationKinds).optional(),
  subscriptionId: idInput('subscription').optional(),
  subscriberId: idInput('subscriber').optional(),
  technician: text(1, 100).optional(),
  isScheduled: z.boolean().optional().meta({ description: 'Whether it has an appointment.' }),
  scheduledAfter: instantInput.optional().meta({ description: 'Appointment from this instant on.' }),
  scheduledBefore: instantInput.optional().meta({ description: 'Appointment before this instant.' }),
  windowEndsBefore: instantInput.optional().meta({ description: 'Its window ends before this instant.' }),
};

export const installationList = listInput(sortable, filters);

export const installationPage = listOutput(installationSnapshot);
