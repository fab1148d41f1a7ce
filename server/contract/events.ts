import { z } from 'zod';
import { eventObjects, eventTypes } from './event-catalogue.ts';
import { listInput, listOutput } from './paging.ts';
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

export const filters = {
  type: z.enum(eventTypes).optional(),
  resourceId: anyText(1, 255).optional(),
  correlationId: anyText(1, 64).optional(),
};

export const eventList = listInput(['occurredAt'], filters);

export const eventPage = listOutput(eventEnvelope);
