import { z } from 'zod';
import { eventObjects, eventTypes } from './event-catalogue.ts';
import { anyOf, listInput, listOutput, searchInput } from './paging.ts';
import { anyText, idInput, idOutput, instantOutput } from './primitives.ts';

export const eventEnvelope = z
  .object({
    id: idOutput('event'),
    type: z.enum(eventTypes),
    apiVersion: z.string(),
    occurredAt: instantOutput,
    providerId: idOutput('provider'),
    correlationId: z.string().meta({ format: 'uuid' }),
    livemode: z.boolean(),
    data: z.object({
      object: z.enum(eventObjects),
      current: z.record(z.string(), z.unknown()),
      previous: z.record(z.string(), z.unknown()).optional(),
      changedFields: z.array(z.string()).optional(),
      rejection: z.object({ reason: z.string(), note: z.string().optional() }).optional(),
    }),
  })
  .meta({ id: 'Event' });
export type EventEnvelope = z.output<typeof eventEnvelope>;

export const eventId = z.strictObject({ id: idInput('event') });

const filters = {
  type: z.enum(eventTypes).optional(),
  resourceId: anyText(1, 255).optional(),
  correlationId: anyText(1, 64).optional(),
};

export const eventList = listInput(['occurredAt'], filters);

/** The list of the portal. Portal only. */
export const eventListAll = listInput(['occurredAt'], {
  ...filters,
  typeIn: anyOf(eventTypes).optional(),
  q: searchInput.optional(),
});
export const eventPage = listOutput(eventEnvelope);

/** Events about a subscription and its parts. Portal only. */
export const subscriptionEventList = listInput(['occurredAt'], { id: idInput('subscription') });
export const invoiceEventList = listInput(['occurredAt'], { id: idInput('invoice') });
export const chargeEventList = listInput(['occurredAt'], { id: idInput('charge') });
export const paymentEventList = listInput(['occurredAt'], { id: idInput('payment') });
export const installationEventList = listInput(['occurredAt'], { id: idInput('installation') });
