import { z } from 'zod';
import { emailKinds, emailStatuses, messageChannels, messageKinds } from './enums.ts';
import { maxSubject, maxText } from './message-texts.ts';
import { listInput, listOutput } from './paging.ts';
import {
  idInput,
  idOutput,
  instantOutput,
  issue,
  multilineText,
  onAnyObject,
  text,
  timestamps,
} from './primitives.ts';

/** A message to a subscriber. The portal also shows those to staff. */
export const messageSnapshot = z
  .object({
    id: idOutput('mail'),
    subscriberId: idOutput('subscriber')
      .nullable()
      .meta({ description: 'Null for an email to staff, which only the portal shows.' }),
    channel: z.enum(messageChannels),
    kind: z.enum(emailKinds),
    factId: z.string().meta({
      description:
        'The invoice, billing cycle, payment or refund that it is about. Of a notice, what sent it.',
    }),
    to: z.string().meta({ description: 'The address or number it was sent to, or would be sent to now.' }),
    status: z.enum(emailStatuses),
    attempts: z.int(),
    nextAttemptAt: instantOutput.nullable(),
    sentAt: instantOutput.nullable(),
    deliveredAt: instantOutput.nullable(),
    parts: z.int().nullable(),
    error: z.string().nullable(),
    ...timestamps,
  })
  .meta({ id: 'Message' });
export type MessageSnapshot = z.output<typeof messageSnapshot>;

export const messageId = z.strictObject({ id: idInput('mail') });

const filters = {
  channel: z.enum(messageChannels).optional(),
  status: z.enum(emailStatuses).optional(),
  kind: z.enum(messageKinds).optional(),
  subscriberId: idInput('subscriber').optional(),
};

export const messageList = listInput(['sentAt'], filters);
export const messagePage = listOutput(messageSnapshot);

/** What is sent, by its id, and the channel. */
const sendOf = (resource: 'invoice' | 'payment' | 'refund' | 'subscriber') =>
  z.strictObject({ id: idInput(resource), channel: z.enum(messageChannels) });
export const invoiceSend = sendOf('invoice');
export const receiptSend = sendOf('payment');
export const refundSend = sendOf('refund');
export const pageLinkSend = sendOf('subscriber');
export type DocumentSend = z.output<typeof invoiceSend>;

/** A notice to one subscriber. */
export const messageSend = z
  .strictObject({
    subscriberId: idInput('subscriber'),
    channel: z.enum(messageChannels),
    subject: text(1, maxSubject).optional().meta({ description: 'Of an email; an SMS has none.' }),
    text: multilineText(1, maxText.EMAIL),
  })
  .check(
    z.superRefine(({ channel, subject, text }, ctx) => {
      if (channel === 'EMAIL' && subject === undefined) issue(ctx, 'REQUIRED', undefined, ['subject']);
      if (channel === 'SMS' && subject !== undefined)
        issue(ctx, 'NOT_ALLOWED', 'An SMS has no subject.', ['subject']);
      if (channel === 'SMS' && typeof text === 'string' && text.length > maxText.SMS) {
        issue(ctx, 'OUT_OF_RANGE', `An SMS has at most ${maxText.SMS} characters.`, ['text']);
      }
    }, onAnyObject),
  );
export type MessageSend = z.output<typeof messageSend>;
