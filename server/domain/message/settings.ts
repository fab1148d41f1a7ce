import { eq } from 'drizzle-orm';
import { messageSettings } from '../../../drizzle/schema/message.ts';
import {
  type MessageSettingsSave,
  type MessageSettingsSnapshot,
  messageSettingsSnapshot,
} from '../../contract/portal/message-settings.ts';
import { present } from '../../contract/present.ts';
import { audit, type Changes } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { type MessageSettings, readSettings } from '../messaging/email/settings.ts';

/** Which messages the provider sends, and when; the defaults without settings of its own. Contract: Messages. */
export async function getMessageSettings(scope: Scope): Promise<MessageSettingsSnapshot> {
  const [row] = await scope.db
    .select({ updatedAt: messageSettings.updatedAt })
    .from(messageSettings)
    .where(eq(messageSettings.providerId, scope.providerId));
  const { settings } = await readSettings(scope);
  const { quietFrom, quietUntil } = settings;
  return present(messageSettingsSnapshot, {
    language: settings.language,
    kinds: { email: settings.emailKinds, sms: settings.smsKinds },
    reminders: { email: byside(settings.emailDays), sms: byside(settings.smsDays) },
    quietHours: quietFrom !== null && quietUntil !== null ? { from: quietFrom, until: quietUntil } : null,
    updatedAt: row?.updatedAt ?? null,
  });
}

/** Days before and after the due date, the nearest first. */
function byside(days: readonly number[]): { before: number[]; after: number[] } {
  const nearest = days.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return {
    before: nearest.filter((day) => day < 0).map((day) => -day),
    after: nearest.filter((day) => day > 0),
  };
}

/** Replaces the settings. What is due from now on follows them; nothing is sent for days that have passed. Contract: Messages. */
export async function saveMessageSettings(
  scope: WriteScope,
  { language, kinds, reminders, quietHours }: MessageSettingsSave,
): Promise<MessageSettingsSnapshot> {
  const { settings: before } = await readSettings(scope);
  const daysOf = ({ before, after }: { before: number[]; after: number[] }) =>
    [...before.map((day) => -day), ...after].sort((a, b) => a - b);
  const after: MessageSettings = {
    language,
    emailKinds: kinds.email,
    smsKinds: kinds.sms,
    emailDays: daysOf(reminders.email),
    smsDays: daysOf(reminders.sms),
    quietFrom: quietHours?.from ?? null,
    quietUntil: quietHours?.until ?? null,
  };
  await scope.db
    .insert(messageSettings)
    .values({ ...after, providerId: scope.providerId, createdAt: scope.now, updatedAt: scope.now })
    .onConflictDoUpdate({ target: messageSettings.providerId, set: { ...after, updatedAt: scope.now } });
  const text = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value);
  const changes: Changes = Object.fromEntries(
    (Object.keys(after) as (keyof MessageSettings)[])
      .map((field) => [field, { before: text(before[field]), after: text(after[field]) }] as const)
      .filter(([, change]) => change.before !== change.after),
  );
  if (Object.keys(changes).length > 0) {
    audit(scope, 'provider.set_messages', { type: 'provider', id: scope.providerId }, changes);
  }
  return getMessageSettings(scope);
}
