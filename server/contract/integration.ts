import { z } from 'zod';
import { adapters, inboundStatuses, integrationStatuses, signings } from './enums.ts';
import { listInput, listOutput, nestedListInput } from './paging.ts';
import { patchOf } from './patch.ts';
import { identifier, idInput, idOutput, instantOutput, issue, text, timestamps } from './primitives.ts';

/** Hours for which the secret before a rotation stays valid. Contract: Inbound. */
export const INBOUND_SECRET_OVERLAP_HOURS = 24;

/** The maximum number of tariffs or pools that one integration maps. */
const MAX_MAPPED = 1_000;

const mapOf = <T extends z.ZodType>(value: T, description: string, example: object) =>
  z
    .record(identifier(1, 128), value)
    .superRefine((map, ctx) => {
      if (Object.keys(map as object).length > MAX_MAPPED) issue(ctx, 'OUT_OF_RANGE');
    })
    .default({})
    .meta({ description, examples: [example] });

const fields = {
  name: text(1, 120),
  adapter: z.enum(adapters).meta({ description: 'The external system. It cannot be changed later.' }),
  externalPartnerId: identifier(1, 128)
    .optional()
    .meta({ description: 'Your id in the external system; unsigned events have it as partner_id.' }),
  signing: z.enum(signings).default('hmac').meta({
    description: 'hmac: every event is signed. none: access headers, or a partner_id only.',
  }),
  freeImmediateUpgrade: z.boolean().default(false).meta({
    description: 'Whether a more expensive tariff applies at once and free, instead of after its payment.',
  }),
  tariffMap: mapOf(idInput('plan'), 'Plan ids by external tariff id.', {
    '12': 'pln_01kvsy9gf7fc69v7jfc1r55wx4',
  }),
  poolMap: mapOf(text(1, 64), 'RADIUS pool names by external pool id.', { '3': 'static-nairobi' }),
  defaultDemarcationPointId: idInput('demarcationPoint')
    .optional()
    .meta({ description: 'The demarcation point of new services, whose events do not name one.' }),
};

export const integrationSnapshot = z
  .object({
    id: idOutput('integration'),
    name: z.string(),
    adapter: z.enum(adapters),
    externalPartnerId: z.string().nullable(),
    signing: z.enum(signings),
    freeImmediateUpgrade: z.boolean(),
    tariffMap: z.record(z.string(), idOutput('plan')),
    poolMap: z.record(z.string(), z.string()),
    defaultDemarcationPointId: idOutput('demarcationPoint').nullable(),
    status: z.enum(integrationStatuses),
    secretLast4: z
      .string()
      .nullable()
      .meta({ description: 'The last four characters of the secret; null without one.' }),
    ...timestamps,
  })
  .meta({ id: 'Integration' });
export type IntegrationSnapshot = z.output<typeof integrationSnapshot>;

/** The answers of create and rotate, which show the secret once. */
export const integrationWithSecret = integrationSnapshot
  .extend({
    secret: z
      .string()
      .nullable()
      .meta({ description: 'Signs inbound events. Shown once; null without signatures.' }),
  })
  .meta({ id: 'IntegrationWithSecret' });
export type IntegrationWithSecret = z.output<typeof integrationWithSecret>;

export const integrationCreate = z.strictObject(fields);
export type IntegrationCreate = z.output<typeof integrationCreate>;

/** Replaces all fields; an absent `status` stays as it is. */
export const integrationUpdate = z.strictObject({
  id: idInput('integration'),
  ...fields,
  status: z
    .enum(integrationStatuses)
    .optional()
    .meta({ description: 'DISABLED refuses events with 503, so that senders retry later.' }),
});
export type IntegrationUpdate = z.output<typeof integrationUpdate>;

/** Changes the given fields; null clears an optional one. Maps are replaced whole. */
export const integrationPatch = patchOf(integrationUpdate.shape);

export const integrationId = z.strictObject({ id: idInput('integration') });

export const integrationFilters = {
  failing: z.boolean().optional().meta({
    description: 'Whether an inbound event of the last seven days, or the last push of a service, failed.',
  }),
};

export const integrationList = listInput([], integrationFilters);

export const integrationPage = listOutput(integrationSnapshot);

export const inboundEventSnapshot = z
  .object({
    id: idOutput('inboundEvent'),
    event: z.string(),
    externalServiceId: z.string().nullable(),
    status: z.enum(inboundStatuses),
    reason: z.string().nullable().meta({ description: 'Why it failed or had no effect.' }),
    receivedAt: instantOutput,
    ...timestamps,
  })
  .meta({ id: 'InboundEvent' });
export type InboundEventSnapshot = z.output<typeof inboundEventSnapshot>;

export const inboundFilters = {
  id: idInput('integration'),
  status: z.enum(inboundStatuses).optional(),
};

export const inboundEventList = nestedListInput(['receivedAt'], inboundFilters);

export const inboundEventPage = listOutput(inboundEventSnapshot);

export const inboundEventRetry = z.strictObject({
  id: idInput('integration'),
  inboundId: idInput('inboundEvent'),
});
