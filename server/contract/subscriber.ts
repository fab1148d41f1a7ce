import { z } from 'zod';
import { departureInput } from './departure.ts';
import { languages, subscriberStatuses } from './enums.ts';
import { metadataFilter, metadataInput, metadataOutput, metadataPatch } from './metadata.ts';
import { listInput, listOutput, searchInput } from './paging.ts';
import { patchOf } from './patch.ts';
import {
  addressInput,
  addressOutput,
  emailInput,
  identifier,
  idInput,
  idOutput,
  instantOutput,
  moneyObject,
  multilineText,
  phoneFilter,
  phoneInput,
  text,
  timestamps,
} from './primitives.ts';

export const subscriberSnapshot = z
  .object({
    id: idOutput('subscriber'),
    accountNumber: z.string().meta({ examples: ['48201750'] }),
    externalUserId: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string().nullable(),
    taxId: z.string().nullable(),
    email: z.string().meta({ format: 'email' }),
    phone: z.string().meta({ examples: ['+254712345678'] }),
    ...addressOutput,
    language: z
      .enum(languages)
      .nullable()
      .meta({ description: "The language of messages; null for the provider's." }),
    contactPreferences: z.object({ email: z.boolean(), sms: z.boolean() }).meta({
      description:
        'The channels on which the subscriber wants messages. Invoices and suspensions are emailed in any case.',
    }),
    status: z.enum(subscriberStatuses),
    hold: z.object({ reason: z.string().nullable(), since: instantOutput }).nullable().meta({
      description:
        'The manual hold; null without one. `status` is `suspended` with a hold, and when nothing is in service.',
    }),
    subscriptionCount: z.int(),
    balanceDue: z.array(moneyObject).meta({ description: 'The amount due, one entry for each currency.' }),
    creditBalance: z
      .array(moneyObject)
      .meta({ description: 'The account credit above 0, one entry for each currency.' }),
    deactivatedAt: instantOutput.nullable(),
    erasedAt: instantOutput.nullable().meta({
      description:
        'When the personal data was erased; its fields have had placeholders since. Otherwise null.',
    }),
    metadata: metadataOutput,
    ...timestamps,
  })
  .meta({ id: 'Subscriber' });
export type SubscriberSnapshot = z.output<typeof subscriberSnapshot>;

const writable = {
  firstName: text(1, 100),
  lastName: text(1, 100),
  email: emailInput,
  phone: phoneInput,
  externalUserId: identifier(1, 128).optional().meta({ description: 'A reference of your own; unique.' }),
  companyName: text(1, 200).optional().meta({ description: 'The company that invoices are made out to.' }),
  taxId: text(1, 64).optional().meta({ description: 'The tax number of the company, for its invoices.' }),
  ...addressInput,
  language: z
    .enum(languages)
    .optional()
    .meta({ description: "The language of messages; the provider's by default." }),
  contactPreferences: z
    .strictObject({ email: z.boolean(), sms: z.boolean() })
    .optional()
    .meta({ description: 'The channels on which the subscriber wants messages; both by default.' }),
  metadata: metadataInput.optional(),
};

export const subscriberCreate = z.strictObject(writable);
export type SubscriberCreate = z.output<typeof subscriberCreate>;

/** Replaces all writable fields: an absent optional field is cleared. */
export const subscriberUpdate = z.strictObject({ id: idInput('subscriber'), ...writable });
/** Changes the given fields; null clears an optional one. */
export const subscriberPatch = patchOf({ ...subscriberUpdate.shape, metadata: metadataPatch.optional() });
export const subscriberId = z.strictObject({ id: idInput('subscriber') });

export const subscriberTerminate = subscriberId.extend(departureInput);
export const subscriberSuspend = z.strictObject({
  id: idInput('subscriber'),
  reason: multilineText(1, 255).optional(),
});

export const subscriberDeactivate = z.strictObject({
  id: idInput('subscriber'),
  subscriptionIds: z
    .array(idInput('subscription'))
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only these; when absent, all of the subscriber.' }),
});

export const deactivation = z
  .object({
    subscriberId: idOutput('subscriber'),
    status: z.enum(subscriberStatuses),
    deactivatedAt: instantOutput,
    subscriptions: z.array(
      z.object({ id: idOutput('subscription'), status: z.string(), inactiveReason: z.string().nullable() }),
    ),
    skipped: z
      .array(idOutput('subscription'))
      .meta({ description: 'Subscriptions that were not in service and did not change.' }),
  })
  .meta({ id: 'Deactivation' });

export const sortable = ['firstName', 'lastName', 'email'] as const;

export const filters = {
  metadata: metadataFilter.optional(),
  status: z.enum(subscriberStatuses).optional(),
  // Without the format in the document: a filter that has to be an address is not a stricter one for those that are.
  email: emailInput.meta({ format: undefined, examples: ['ada@example.com'] }).optional(),
  phone: phoneFilter.optional(),
  externalUserId: identifier(1, 128).optional(),
  accountNumber: identifier(1, 20).optional(),
  q: searchInput.optional(),
};

export const subscriberList = listInput(sortable, filters);

export const subscriberPage = listOutput(subscriberSnapshot);
