import { z } from 'zod';
import { adapters, inboundStatuses, inboundTrusts, integrationStatuses, signings } from './enums.ts';
import { listInput, listOutput } from './paging.ts';
import { idInput, idOutput, instantOutput, issue, text, timestamps } from './primitives.ts';

/** How long the secret before a rotation holds as well, in hours. */
export const INBOUND_SECRET_OVERLAP_HOURS = 24;

/** The most tariffs or pools that one integration may map. */
const MAX_MAPPED = 1_000;

const mapOf = <T extends z.ZodType>(value: T, description: string, example: object) =>
  z
    .record(z.string().min(1).max(128), value)
    .superRefine((map, ctx) => {
      if (Object.keys(map as object).length > MAX_MAPPED) issue(ctx, 'OUT_OF_RANGE');
    })
    .default({})
    .meta({ description, examples: [example] });

const fields = {
  name: text(1, 120),
  adapter: z.enum(adapters).meta({ description: 'What the system speaks. It cannot be changed later.' }),
  externalPartnerId: text(1, 128)
    .optional()
    .meta({ description: 'What the system calls you; unsigned events name it as partner_id.' }),
  signing: z.enum(signings).default('hmac').meta({
    description: 'hmac: every event is signed. none: access headers, or nothing but a partner_id.',
  }),
  freeImmediateUpgrade: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether a dearer tariff holds at once and for free, instead of after a payment.' }),
  tariffMap: mapOf(idInput('plan'), 'Plans by the ids of external tariffs.', {
    '12': 'pln_01kvsy9gf7fc69v7jfc1r55wx4',
  }),
  poolMap: mapOf(text(1, 64), 'RADIUS pools by the ids of external ones.', { '3': 'static-nairobi' }),
  defaultDemarcationPointId: idInput('demarcationPoint')
    .optional()
    .meta({ description: 'Where new services are, as nothing in their events says so.' }),
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
      .meta({ description: 'The end of the secret, to tell it by; null where there is none.' }),
    ...timestamps,
  })
  .meta({ id: 'Integration' });
export type IntegrationSnapshot = z.output<typeof integrationSnapshot>;

/** What the answers of create and rotate show, once. */
export const integrationWithSecret = integrationSnapshot
  .extend({
    secret: z
      .string()
      .nullable()
      .meta({ description: 'Signs what the system sends. Shown this once; null where nothing is signed.' }),
  })
  .meta({ id: 'IntegrationWithSecret' });
export type IntegrationWithSecret = z.output<typeof integrationWithSecret>;

export const integrationCreate = z.strictObject(fields);
export type IntegrationCreate = z.output<typeof integrationCreate>;

/** Replaces all of it; an absent `status` stays as it is. */
export const integrationUpdate = z.strictObject({
  id: idInput('integration'),
  ...fields,
  status: z
    .enum(integrationStatuses)
    .optional()
    .meta({ description: 'DISABLED takes no events for now: senders are told to try again later.' }),
});
export type IntegrationUpdate = z.output<typeof integrationUpdate>;

export const integrationId = z.strictObject({ id: idInput('integration') });

export const integrationList = listInput([], {});
export const integrationPage = listOutput(integrationSnapshot);

export const inboundEventSnapshot = z
  .object({
    id: idOutput('inboundEvent'),
    event: z.string(),
    externalServiceId: z.string().nullable(),
    status: z.enum(inboundStatuses),
    reason: z.string().nullable().meta({ description: 'Why it failed, or had no effect.' }),
    receivedAt: instantOutput,
    ...timestamps,
  })
  .meta({ id: 'InboundEvent' });
export type InboundEventSnapshot = z.output<typeof inboundEventSnapshot>;

/** All there is to know of an event: as it came, what it was taken to mean, what it is about. Portal only. */
export const inboundEventDetail = inboundEventSnapshot.extend({
  trust: z.enum(inboundTrusts),
  externalEventId: z.string().nullable(),
  attempts: z.int(),
  correlationId: z.string(),
  /** Empty until it was processed. */
  commands: z.array(z.record(z.string(), z.unknown())),
  /** The body as it came. */
  body: z.string(),
  /** The subscription that its service stands for now. */
  subscriptionId: idOutput('subscription').nullable(),
});
export type InboundEventDetail = z.output<typeof inboundEventDetail>;

export const inboundEventList = listInput(['receivedAt'], {
  id: idInput('integration'),
  status: z.enum(inboundStatuses).optional(),
});
export const inboundEventPage = listOutput(inboundEventSnapshot);

export const inboundEventRetry = z.strictObject({
  id: idInput('integration'),
  inboundId: idInput('inboundEvent'),
});
