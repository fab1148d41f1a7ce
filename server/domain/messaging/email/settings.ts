import { sql } from 'drizzle-orm';
import type { AutomaticKind, Language, MessageChannel } from '../../../contract/enums.ts';
import { defaultSettings } from '../../../contract/message-texts.ts';
import type { Scope } from '../../../work/scope.ts';

/** Which messages a provider sends, and when. Days are after the due date, below 0 before it. Contract: Messages. */
export type MessageSettings = {
  language: Language;
  emailKinds: AutomaticKind[];
  smsKinds: AutomaticKind[];
  emailDays: number[];
  smsDays: number[];
  /** Local times, `HH:MM`. */
  quietFrom: string | null;
  quietUntil: string | null;
};

/** The settings of the scope's provider, and the channels for which it has an account of its own. */
export async function readSettings(
  scope: Pick<Scope, 'db' | 'providerId'>,
): Promise<{ settings: MessageSettings; connected: MessageChannel[] }> {
  const [row] = await scope.db.execute<{ settings: MessageSettings | null; connected: MessageChannel[] }>(sql`
    select
      (select json_build_object(
        'language', language, 'emailKinds', email_kinds, 'smsKinds', sms_kinds, 'emailDays', email_days, 'smsDays', sms_days,
        'quietFrom', quiet_from, 'quietUntil', quiet_until
      ) from message_settings where provider_id = ${scope.providerId}) as settings,
      (select coalesce(json_agg(channel), '[]') from message_account
        where provider_id = ${scope.providerId} and sealed_credentials is not null) as connected`);
  return { settings: row?.settings ?? { ...defaultSettings }, connected: row?.connected ?? [] };
}
