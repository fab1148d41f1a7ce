import { z } from 'zod';
import { factKinds, languages, messageChannels } from '../enums.ts';
import { maxSubject, maxText } from '../message-texts.ts';
import { idInput, issue, multilineText, onAnyObject, text } from '../primitives.ts';

const which = { kind: z.enum(factKinds), channel: z.enum(messageChannels), language: z.enum(languages) };

export const messageTextKey = z.strictObject(which);
export type MessageTextKey = z.output<typeof messageTextKey>;

const content = { subject: text(1, maxSubject).optional(), body: multilineText(1, maxText.EMAIL) };

type Content = { channel: 'EMAIL' | 'SMS'; subject?: string | undefined; body: string };

const checked = ({ channel, subject, body }: Content, ctx: z.core.$RefinementCtx) => {
  if (channel === 'EMAIL' && subject === undefined) issue(ctx, 'REQUIRED', undefined, ['subject']);
  if (channel === 'SMS' && subject !== undefined) issue(ctx, 'NOT_ALLOWED', undefined, ['subject']);
  if (channel === 'SMS' && typeof body === 'string' && body.length > maxText.SMS) {
    issue(ctx, 'OUT_OF_RANGE', `An SMS has at most ${maxText.SMS} characters.`, ['body']);
  }
};

export const messageTextSave = z
  .strictObject({ ...which, ...content })
  .check(z.superRefine(checked, onAnyObject));
export type MessageTextSave = z.output<typeof messageTextSave>;

/** The text to try, with the data of the newest message of its kind, or of the named subscriber. */
export const messageTextPreview = z
  .strictObject({ ...which, ...content, subscriberId: idInput('subscriber').optional() })
  .check(z.superRefine(checked, onAnyObject));
export type MessageTextPreview = z.output<typeof messageTextPreview>;

export const messageTextSnapshot = z.object({
  ...which,
  subject: z.string().nullable(),
  body: z.string(),
  /** Whether it is the provider's own, and not the one that ships. */
  isOwn: z.boolean(),
  variables: z.array(z.string()),
});
export type MessageTextSnapshot = z.output<typeof messageTextSnapshot>;
export const messageTexts = z.array(messageTextSnapshot);

export const filledText = z.object({
  subject: z.string().nullable(),
  body: z.string(),
  /** Of an SMS. */
  encoding: z.enum(['GSM-7', 'UCS-2']).nullable(),
  parts: z.int().nullable(),
  /** The reader of the preview. */
  readerName: z.string().nullable(),
});
export type FilledText = z.output<typeof filledText>;
