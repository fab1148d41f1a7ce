import { z } from 'zod';
import { messageChannels } from '../enums.ts';
import { maxSubject, maxText } from '../message-texts.ts';
import { listInput, listOutput, searchInput } from '../paging.ts';
import {
  idInput,
  idOutput,
  instantOutput,
  issue,
  multilineText,
  onAnyObject,
  phoneInput,
  text,
  timestamps,
} from '../primitives.ts';
import { announcementKinds, announcementLists, maxPageText } from './announcement-values.ts';
import { jobFilter, selectedRows } from './job.ts';
import { filledText } from './message-text.ts';

/** Messages of staff to many subscribers. Portal only. */

/** The text for each channel; a channel without one gets nothing. */
const texts = {
  subject: text(1, maxSubject).optional(),
  email: multilineText(1, maxText.EMAIL).optional(),
  sms: multilineText(1, maxText.SMS).optional(),
};
export type AnnouncementTexts = {
  subject?: string | undefined;
  email?: string | undefined;
  sms?: string | undefined;
};

function requireSubject({ subject, email }: AnnouncementTexts, ctx: z.core.$RefinementCtx): void {
  if (email !== undefined && subject === undefined) issue(ctx, 'REQUIRED', undefined, ['subject']);
  if (email === undefined && subject !== undefined) issue(ctx, 'NOT_ALLOWED', undefined, ['subject']);
}

/** The rows of a list from which the readers follow: the chosen ones, or all that match. */
const audience = {
  list: z.enum(announcementLists),
  filter: jobFilter,
  ids: selectedRows,
};
export type Audience = {
  list: (typeof announcementLists)[number];
  filter: Record<string, string | number | boolean>;
  ids?: string[] | undefined;
};

export const announcementPreviewInput = z
  .strictObject({ ...audience, ...texts })
  .check(z.superRefine(requireSubject, onAnyObject));

const reach = z.object({
  /** The readers who want the channel, and those who do not. */
  wanted: z.int(),
  unwanted: z.int(),
});

export const announcementPreview = z.object({
  /** Subscribers, each once. Those who are terminated are not among them. */
  people: z.int(),
  email: reach.nullable(),
  /** `parts` of all SMS together. */
  sms: reach.extend({ parts: z.int() }).nullable(),
  /** What one reader gets; null without readers. */
  sample: z
    .object({ readerName: z.string(), email: filledText.nullable(), sms: filledText.nullable() })
    .nullable(),
});
export type AnnouncementPreview = z.output<typeof announcementPreview>;

export const announcementCreate = z
  .strictObject({
    kind: z.enum(['NOTICE', 'OUTAGE']),
    ...audience,
    ...texts,
    /** What the pages of the readers show until the outage is over. */
    pageText: multilineText(1, maxPageText).optional(),
    /** The number that the preview showed. */
    people: z.int(),
  })
  .check(
    z.superRefine((value, ctx) => {
      requireSubject(value, ctx);
      if (value.kind === 'NOTICE' && value.pageText !== undefined)
        issue(ctx, 'NOT_ALLOWED', undefined, ['pageText']);
      if ([value.email, value.sms, value.pageText].every((each) => each === undefined)) {
        issue(ctx, 'REQUIRED', 'Enter a text for a channel.', ['sms']);
      }
    }, onAnyObject),
  );
export type AnnouncementCreate = z.output<typeof announcementCreate>;

/** A message to the person who calls: an email to the address of that person, or an SMS to a number. */
export const announcementTest = z
  .strictObject({ channel: z.enum(messageChannels), ...texts, phone: phoneInput.optional() })
  .check(
    z.superRefine(({ channel, subject, email, sms, phone }, ctx) => {
      const required = channel === 'EMAIL' ? { subject, email } : { sms, phone };
      for (const [field, value] of Object.entries(required)) {
        if (value === undefined) issue(ctx, 'REQUIRED', undefined, [field]);
      }
    }, onAnyObject),
  );
export type AnnouncementTest = z.output<typeof announcementTest>;
/** The address or number that the test was sent to. */
export const announcementTested = z.object({ to: z.string() });

export const announcementId = z.strictObject({ id: idInput('announcement') });

export const announcementResolve = z
  .strictObject({ id: idInput('announcement'), ...texts })
  .check(z.superRefine(requireSubject, onAnyObject));
export type AnnouncementResolve = z.output<typeof announcementResolve>;

/** One message of an announcement: to a reader, by the number that the announcement gives the reader. */
export const announcementSendTo = z.strictObject({
  id: idInput('announcement'),
  position: z.int().min(1),
  channel: z.enum(messageChannels),
});
export type AnnouncementSendTo = z.output<typeof announcementSendTo>;

export const announcementSnapshot = z.object({
  id: idOutput('announcement'),
  kind: z.enum(announcementKinds),
  subject: z.string().nullable(),
  email: z.string().nullable(),
  sms: z.string().nullable(),
  pageText: z.string().nullable(),
  /** Of `RESOLVED`: the outage that is over. */
  outageId: z.string().nullable(),
  /** The list, its filters, and the number of chosen rows. */
  source: z.record(z.string(), z.unknown()),
  staffName: z.string(),
  readers: z.int(),
  /** The messages of each status. */
  messages: z.record(z.string(), z.int()),
  /** The job that queues them, with the rows that wait and those that were refused; null once it is deleted. */
  job: z.object({ id: z.string(), status: z.string(), pending: z.int(), refused: z.int() }).nullable(),
  pausedAt: instantOutput.nullable(),
  resolvedAt: instantOutput.nullable(),
  ...timestamps,
});
export type AnnouncementSnapshot = z.output<typeof announcementSnapshot>;

export const announcementList = listInput([], {
  kind: z.enum(announcementKinds).optional(),
  /** Outages that are not over. */
  open: z.boolean().optional(),
  q: searchInput.optional(),
});
export const announcementPage = listOutput(announcementSnapshot);
