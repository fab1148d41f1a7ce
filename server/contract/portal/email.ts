import { z } from 'zod';
import { emailKinds, emailStatuses } from '../enums.ts';
import { anyOf, listInput, listOutput, searchInput } from '../paging.ts';
import { idInput, idOutput, instantInput, instantOutput, timestamps } from '../primitives.ts';

/** An email as the portal shows it. */
export const emailSnapshot = z
  .object({
    id: idOutput('mail'),
    /** Null for an email to staff. */
    subscriberId: idOutput('subscriber').nullable(),
    kind: z.enum(emailKinds),
    /** The invoice, billing cycle, payment or webhook that it is about. */
    factId: z.string(),
    /** The address it was sent to, or would be sent to now. */
    to: z.string(),
    status: z.enum(emailStatuses),
    attempts: z.int(),
    nextAttemptAt: instantOutput.nullable(),
    sentAt: instantOutput.nullable(),
    error: z.string().nullable(),
    ...timestamps,
  })
  .meta({ id: 'Email' });
export type EmailSnapshot = z.output<typeof emailSnapshot>;

export const emailId = z.strictObject({ id: idInput('mail') });

export const emailList = listInput(['sentAt'], {
  status: z.enum(emailStatuses).optional(),
  statusIn: anyOf(emailStatuses).optional(),
  kind: z.enum(emailKinds).optional(),
  kindIn: anyOf(emailKinds).optional(),
  sentAfter: instantInput.optional(),
  sentBefore: instantInput.optional(),
  subscriberId: idInput('subscriber').optional(),
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
