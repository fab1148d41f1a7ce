import { z } from 'zod';
import { eventObjects, eventTypes, typesMatching } from './event-catalogue.ts';
import { listInput, listOutput } from './paging.ts';
import { anyText, idInput, idOutput, instantOutput, issue } from './primitives.ts';

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

/** Names of events and `<resource>.*`, separated by commas, as the events that they include. Contract: Lists. */
export const typesInput = anyText(1, 2_000)
  .transform((given, ctx) => {
    const parts = given.split(',').map((part) => part.trim());
    const unknown = parts.find((part) => part === '*' || typesMatching(part).length === 0);
    if (unknown === undefined) return [...new Set(parts.flatMap(typesMatching))];
    issue(ctx, 'UNSUPPORTED', `${unknown.slice(0, 64)} is no event and no pattern such as payment.*.`);
    return z.NEVER;
  })
  .meta({
    // The length is not a bound of its own in the document, which had none.
    minLength: undefined,
    maxLength: undefined,
    description: 'Names of events and patterns such as `payment.*`, separated by commas.',
    examples: ['payment.received', 'subscription.*,plan.updated'],
  });

export const filters = {
  type: typesInput.optional(),
  resourceId: anyText(1, 255).optional(),
  correlationId: anyText(1, 64).optional(),
};

export const eventList = listInput(['occurredAt'], filters);

export const eventPage = listOutput(eventEnvelope);
