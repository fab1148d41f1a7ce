import { z } from 'zod';
import { MAX_LIMIT } from '../paging.ts';
import { anyText, idInput, idOutput, instantInput, instantOutput } from '../primitives.ts';
import { activityKinds } from './activity-kinds.ts';
import { sentencePart } from './explanation.ts';
import { noteSnapshot } from './note.ts';

/** The activity of a subscriber, newest first, a page at a time. */
export const activityQuery = z.strictObject({
  subscriberId: idInput('subscriber'),
  kind: z.enum(activityKinds).optional(),
  limit: z.int().min(1).max(MAX_LIMIT).default(25),
  /** The last entry of the page before: `next` of its answer. */
  cursor: z.strictObject({ at: instantInput, key: anyText(1, 100) }).optional(),
  /** Sent by tRPC with each page. Pages are read forward only. */
  direction: z.literal('forward').optional(),
});

/** One thing that happened to a subscriber, by whatever it is recorded in. */
const activityEntry = z.object({
  /** Unique among the entries of a subscriber. */
  key: z.string(),
  kind: z.enum(activityKinds),
  at: instantOutput,
  sentence: z.array(sentencePart),
  /** Who caused it; null where that is not recorded, or where the sentence names them. */
  actor: z.string().nullable(),
  /** The resource that it is about; null for the subscriber. */
  about: z.object({ type: z.string(), id: z.string() }).nullable(),
  /** The event that announced it. */
  eventId: idOutput('event').nullable(),
  correlationId: z.string().nullable(),
  note: noteSnapshot.nullable(),
  /** The renewal that it is a routine step of: a key of `groups`. */
  group: z.string().nullable(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

export const activityPage = z.object({
  entries: z.array(activityEntry),
  /** The renewals of these entries, each in one sentence. */
  groups: z.record(z.string(), z.array(sentencePart)),
  /** The cursor of the next page; null after the last entry. */
  next: z.object({ at: instantOutput, key: z.string() }).nullable(),
  /** The number of entries of each kind. Null on later pages. */
  counts: z.record(z.enum(activityKinds), z.int()).nullable(),
});
export type ActivityPage = z.output<typeof activityPage>;
