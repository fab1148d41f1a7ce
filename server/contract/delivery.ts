import { z } from 'zod';
import { type AttemptError, attemptErrors, deliveryStatuses } from './enums.ts';
import { eventTypes } from './event-catalogue.ts';
import { listInput, listOutput, nestedListInput } from './paging.ts';
import { idInput, idOutput, instantOutput, timestamps } from './primitives.ts';

/** The most attempts that a delivery shows. A schedule has eight; each replay and each resending begins another one. */
export const MAX_SHOWN_ATTEMPTS = 20;

export const deliverySnapshot = z
  .object({
    id: idOutput('delivery'),
    webhookId: idOutput('webhook'),
    eventId: idOutput('event'),
    eventType: z.enum(eventTypes),
    test: z
      .boolean()
      .meta({ description: 'Whether it delivers a test event, which is not in the list of events.' }),
    status: z.enum(deliveryStatuses),
    nextAttemptAt: instantOutput
      .nullable()
      .meta({ description: 'Real time. Null once it is delivered or failed.' }),
    attempts: z
      .array(
        z.object({
          id: idOutput('attempt').meta({ description: 'The value of X-Service-Delivery-Id.' }),
          number: z.int(),
          at: instantOutput.meta({ description: 'Real time.' }),
          responseStatus: z.int().nullable(),
          latencyMs: z.int().nullable(),
          responseExcerpt: z.string().nullable().meta({ description: 'The first KiB of the answer.' }),
          error: z.enum(Object.keys(attemptErrors) as [AttemptError, ...AttemptError[]]).nullable(),
        }),
      )
      .meta({ description: `The last ${MAX_SHOWN_ATTEMPTS} of the last 30 days, oldest first.` }),
    ...timestamps,
  })
  .meta({ id: 'Delivery' });
export type DeliverySnapshot = z.output<typeof deliverySnapshot>;

/** `id` is the webhook's id. */
export const deliveryId = z.strictObject({ id: idInput('webhook'), deliveryId: idInput('delivery') });

/** `id` is the webhook's id. */
export const filters = {
  id: idInput('webhook'),
  status: z.enum(deliveryStatuses).optional(),
  eventType: z.enum(eventTypes).optional(),
};

export const deliveryList = nestedListInput([], filters);

/** The list of the deliveries to all webhooks. */
export const deliveryListOfAll = listInput([], {
  webhookId: idInput('webhook').optional(),
  eventId: idInput('event').optional(),
  status: filters.status,
  eventType: filters.eventType,
});

export const deliveryPage = listOutput(deliverySnapshot);
