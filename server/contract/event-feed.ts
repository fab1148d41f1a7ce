import { z } from 'zod';
import { eventEnvelope, typesInput } from './events.ts';
import { limitInput, listOutput } from './paging.ts';
import { anyText, issue } from './primitives.ts';

/** The longest that a request waits for an event, in seconds. Contract: Events. */
const MAX_WAIT_SECONDS = 30;

export const eventFeedQuery = z.strictObject({
  after: anyText(1, 255).optional().meta({
    description: '`meta.next` of the answer before; when absent, from the oldest event that is kept.',
  }),
  limit: limitInput,
  type: typesInput.optional(),
  wait: z
    .number()
    .superRefine((value, ctx) => {
      if (!Number.isInteger(value)) issue(ctx, 'INVALID_FORMAT', 'Enter whole seconds.');
      else if (value < 0 || value > MAX_WAIT_SECONDS)
        issue(ctx, 'OUT_OF_RANGE', `Enter 0 to ${MAX_WAIT_SECONDS} seconds.`);
    })
    .meta({
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      description:
        'Seconds to wait for the next event when there is none: the answer comes with it, or empty at the end.',
    })
    .default(0),
});

const eventFeedMeta = z
  .object({
    limit: z.int().meta({ description: 'The maximum number of events of an answer.' }),
    next: z.string().meta({ description: 'What to give as `after` of the next request.' }),
    resumed: z.literal(true).optional().meta({
      description:
        'Present when the event of `after` is not kept any more, or was lost with a restored backup: the feed goes on from the nearest event.',
    }),
  })
  .meta({ id: 'EventFeedMeta' });
export type EventFeedMeta = z.output<typeof eventFeedMeta>;

export const eventFeedPage = listOutput(eventEnvelope, eventFeedMeta);
