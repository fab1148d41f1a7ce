import { z } from 'zod';
import { automaticKinds, languages } from '../enums.ts';
import { mandatoryEmailKinds } from '../message-texts.ts';
import { instantOutput, issue, onAnyObject } from '../primitives.ts';

/** The days of reminders: before the due date, which is at most three days after the invoice, and after it, while grace lasts. */
const MAX_DAYS_BEFORE = 2;
const MAX_DAYS_AFTER = 90;
const MAX_REMINDERS = 6;

const days = (max: number) =>
  z
    .array(z.int().min(1).max(max))
    .max(MAX_REMINDERS)
    .superRefine((value, ctx) => {
      if (new Set(value).size < value.length) issue(ctx, 'INVALID_VALUE', 'Enter each day once.');
    });

const reminders = z.strictObject({ before: days(MAX_DAYS_BEFORE), after: days(MAX_DAYS_AFTER) });

const localTime = z.string().superRefine((value, ctx) => {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) issue(ctx, 'INVALID_FORMAT', 'Enter a time such as 20:00.');
});

const kinds = z.array(z.enum(automaticKinds)).max(automaticKinds.length);

const fields = {
  language: z.enum(languages),
  kinds: z.strictObject({ email: kinds, sms: kinds }),
  /** Whole days before and after the due date of a renewal. */
  reminders: z.strictObject({ email: reminders, sms: reminders }),
  /** Local times between which no reminder is sent; null without. */
  quietHours: z.strictObject({ from: localTime, until: localTime }).nullable(),
};

export const messageSettingsSave = z.strictObject(fields).check(
  z.superRefine(({ kinds, quietHours }, ctx) => {
    for (const kind of mandatoryEmailKinds) {
      if (Array.isArray(kinds?.email) && !kinds.email.includes(kind)) {
        issue(ctx, 'INVALID_VALUE', 'Invoices and suspensions are always sent by email.', ['kinds', 'email']);
      }
    }
    if (quietHours && quietHours.from === quietHours.until) {
      issue(ctx, 'INVALID_VALUE', 'The end is another time than the start.', ['quietHours', 'until']);
    }
  }, onAnyObject),
);
export type MessageSettingsSave = z.output<typeof messageSettingsSave>;

export const messageSettingsSnapshot = z.object({ ...fields, updatedAt: instantOutput.nullable() });
export type MessageSettingsSnapshot = z.output<typeof messageSettingsSnapshot>;
