import { z } from 'zod';
import { emailKinds, emailStatuses, messageChannels } from '../enums.ts';
import { type MessageSnapshot, messageSnapshot } from '../message.ts';
import { listInput, listOutput, searchInput } from '../paging.ts';
import { idInput, instantInput } from '../primitives.ts';
import { anyOf } from './list-parts.ts';

/** A message to a subscriber or to staff as the portal shows it. */
export const emailSnapshot = messageSnapshot;
export type EmailSnapshot = MessageSnapshot;

export const emailId = z.strictObject({ id: idInput('mail') });

export const emailList = listInput(['sentAt'], {
  channel: z.enum(messageChannels).optional(),
  status: z.enum(emailStatuses).optional(),
  statusIn: anyOf(emailStatuses).optional(),
  kind: z.enum(emailKinds).optional(),
  kindIn: anyOf(emailKinds).optional(),
  sentAfter: instantInput.optional(),
  sentBefore: instantInput.optional(),
  subscriberId: idInput('subscriber').optional(),
  announcementId: idInput('announcement').optional(),
  q: searchInput.optional(),
});
export const emailPage = listOutput(emailSnapshot);

/** An email as its recipient sees it. */
export const renderedEmail = z.object({
  from: z.string(),
  to: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** File names. */
  attachments: z.array(z.string()),
});
export type RenderedEmail = z.output<typeof renderedEmail>;
