import type { Readable } from 'node:stream';
import { z } from 'zod';
import { subscriberStatuses } from '../enums.ts';
import { listInput } from '../paging.ts';
import { idInput, text } from '../primitives.ts';
import { filters, sortable } from '../subscriber.ts';
import { anyOf, countsOutput } from './list-parts.ts';
import { subscriberTabs } from './list-tabs.ts';
import { tagNames } from './tag.ts';

/** All data about a subscriber, as a file in JSON. */
export const personalDataFile = z.object({
  fileName: z.string(),
  content: z.object({
    byteLength: z.int(),
    read: z.custom<() => Readable>((value) => typeof value === 'function'),
  }),
});

export type PersonalDataFile = z.output<typeof personalDataFile>;

/** `confirm` is the full name of the subscriber. */
export const subscriberErase = z.strictObject({ id: idInput('subscriber'), confirm: text(1, 201) });

/** Further filters of the portal's list. */
export const subscriberListAll = listInput(sortable, {
  ...filters,
  statusIn: anyOf(subscriberStatuses).optional(),
  /** A subscriber has at least one of these tags, in any case. */
  tags: tagNames.optional(),
});

export const subscriberCounts = countsOutput(subscriberTabs);
