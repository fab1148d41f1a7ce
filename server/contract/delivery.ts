import { z } from 'zod';
import { deliveryStatuses } from './enums.ts';
import { eventTypes } from './event-catalogue.ts';
import { listInput, listOutput } from './paging.ts';
import { idInput, idOutput, instantOutput, timestamps } from './primitives.ts';

/** Why an attempt got no answer, or none that counts. A redirect or an error status stands for itself. */
export const attemptErrors = {
  TIMEOUT: 'No complete answer came within ten seconds.',
  DNS_FAILURE: 'The name of the host could not be resolved.',
  ADDRESS_NOT_ALLOWED: 'The host leads to an address that deliveries must not go to.',
  CONNECTION_REFUSED: 'The host refused the connection.',
  CONNECTION_RESET: 'The connection broke before the answer was complete.',
  TLS_FAILURE: 'The certificate or the TLS handshake was no good.',
  CONNECTION_FAILED: 'The connection could not be used.',
  INTERRUPTED: 'We were stopped while the attempt was under way; it may have arrived.',
} as const;
export type AttemptError = keyof typeof attemptErrors;

export const deliverySnapshot = z
  .object({
    id: idOutput('delivery'),
    webhookId: idOutput('webhook'),
    eventId: idOutput('event'),
    eventType: z.enum(eventTypes),
    test: z.boolean().meta({ description: 'A test event; it is not among the events.' }),
    status: z.enum(deliveryStatuses),
    nextAttemptAt: instantOutput
      .nullable()
      .meta({ description: 'Real time. Null once it is delivered or given up.' }),
    attempts: z
      .array(
        z.object({
          id: idOutput('attempt').meta({ description: 'What X-Service-Delivery-Id said.' }),
          number: z.int(),
          at: instantOutput.meta({ description: 'Real time.' }),
          responseStatus: z.int().nullable(),
          latencyMs: z.int().nullable(),
          responseExcerpt: z.string().nullable().meta({ description: 'The first KiB of the answer.' }),
          error: z.enum(Object.keys(attemptErrors) as [AttemptError, ...AttemptError[]]).nullable(),
        }),
      )
      .meta({ description: 'Those of the last 30 days, oldest first.' }),
    ...timestamps,
  })
  .meta({ id: 'Delivery' });
export type DeliverySnapshot = z.output<typeof deliverySnapshot>;

/** `id` is the webhook's. */
export const deliveryId = z.strictObject({ id: idInput('webhook'), deliveryId: idInput('delivery') });

/** `id` is the webhook's. */
export const deliveryList = listInput([], {
  id: idInput('webhook'),
  status: z.enum(deliveryStatuses).optional(),
  eventType: z.enum(eventTypes).optional(),
});
export const deliveryPage = listOutput(deliverySnapshot);

/** What is sent, and to where. Portal only. */
export const deliveryRequest = z.object({
  url: z.string(),
  /** Byte for byte. */
  body: z.string(),
  /** The partner's own, without their values, and ours that are the same for each attempt. */
  headers: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});
export type DeliveryRequest = z.output<typeof deliveryRequest>;

/** The deliveries of one event, with where each goes. Portal only. */
export const eventDeliveries = z.array(deliverySnapshot.extend({ url: z.string() }));
export type EventDelivery = z.output<typeof eventDeliveries>[number];
