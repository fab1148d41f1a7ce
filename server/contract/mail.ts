import { z } from 'zod';
import { mailKinds, mailStatuses } from './enums.ts';
import { listInput, listOutput } from './paging.ts';
import { idInput, idOutput, instantOutput, timestamps } from './primitives.ts';

/** A mail as the portal shows it. Portal only. */
export const mailSnapshot = z
  .object({
    id: idOutput('mail'),
    /** Null for a mail to staff. */
    subscriberId: idOutput('subscriber').nullable(),
    kind: z.enum(mailKinds),
    /** The invoice, billing cycle, payment or webhook it tells of. */
    factId: z.string(),
    /** The address it went to, or would go to now. */
    to: z.string(),
    status: z.enum(mailStatuses),
    attempts: z.int(),
    nextAttemptAt: instantOutput.nullable(),
    sentAt: instantOutput.nullable(),
    error: z.string().nullable(),
    ...timestamps,
  })
  .meta({ id: 'Mail' });
export type MailSnapshot = z.output<typeof mailSnapshot>;

export const mailId = z.strictObject({ id: idInput('mail') });

export const mailList = listInput(['sentAt'], {
  status: z.enum(mailStatuses).optional(),
  kind: z.enum(mailKinds).optional(),
  subscriberId: idInput('subscriber').optional(),
});
export const mailPage = listOutput(mailSnapshot);

/** A mail as its reader sees it. */
export const renderedMail = z.object({
  from: z.string(),
  to: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Names of the files that come with it. */
  attachments: z.array(z.string()),
});
export type RenderedMail = z.output<typeof renderedMail>;
