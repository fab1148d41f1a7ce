import { z } from 'zod';
import { apiRequestSnapshot } from '../api-request.ts';
import { emailKinds, emailStatuses } from '../enums.ts';
import { eventEnvelope } from '../events.ts';
import { inboundEventSnapshot } from '../integration.ts';
import { anyText, idOutput, instantOutput } from '../primitives.ts';
import { auditEntrySnapshot } from './audit.ts';
import { eventDeliveries } from './delivery.ts';
import { labels } from './labels.ts';

/** The maximum number of rows of each kind on the page. */
export const MAX_JOINED = 100;

/** A correlation id, which is a UUID. */
export const correlationId = z.strictObject({
  id: anyText(1, 64).transform((id) => id.toLowerCase()),
});

const requested = z.object({ kind: z.literal('request'), at: instantOutput, request: apiRequestSnapshot });

const changed = z.object({ kind: z.literal('audit'), at: instantOutput, entry: auditEntrySnapshot });

const announced = z.object({
  kind: z.literal('event'),
  at: instantOutput,
  event: eventEnvelope,
  deliveries: eventDeliveries,
});

const emailed = z.object({
  kind: z.literal('email'),
  at: instantOutput,
  email: z.object({
    id: idOutput('mail'),
    kind: z.enum(emailKinds),
    status: z.enum(emailStatuses),
    subscriberId: idOutput('subscriber').nullable(),
  }),
});

const received = z.object({
  kind: z.literal('inbound'),
  at: instantOutput,
  inbound: inboundEventSnapshot.pick({ id: true, event: true, status: true, reason: true }).extend({
    integrationId: idOutput('integration'),
    integrationName: z.string(),
  }),
});

/** Everything with one correlation id, in order of time. */
export const correlation = z.object({
  id: z.string(),
  /** Who acted, as pages name them, each once; without audit entries the caller of the request. */
  actors: z.array(z.string()),
  steps: z.array(z.discriminatedUnion('kind', [requested, received, changed, announced, emailed])),
  /** The names of the resources that events and audit entries mention, by id. */
  names: labels,
  /** The currencies of the amounts in audit entries, by the id of the resource. */
  currencies: z.record(z.string(), z.string()),
  /** The number of rows of each kind, beyond the page included. */
  totals: z.object({
    request: z.int(),
    inbound: z.int(),
    audit: z.int(),
    event: z.int(),
    email: z.int(),
  }),
});
export type Correlation = z.output<typeof correlation>;
export type CorrelationStep = Correlation['steps'][number];
