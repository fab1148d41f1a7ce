import { sql } from 'drizzle-orm';
import type { MailFacts } from '../../../drizzle/schema/mail.ts';
import { realNow } from '../../clock.ts';
import type { mailKinds } from '../../contract/enums.ts';
import { newId } from '../../db/ids.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';
import { mailServer } from '../../mail/mail-server.ts';

/** A mail to be: what it tells of, to whom, and when that happened (the scope's `now` unless given). */
export type MailDraft = {
  kind: (typeof mailKinds)[number];
  factId: string;
  subscriberId: string;
  facts: MailFacts;
  at?: Date;
};

/** Whether mails of this provider leave the house: those of a sandbox reach nobody. */
export function sendsMail({ livemode }: Pick<Scope, 'livemode'>): boolean {
  return livemode && mailServer !== null;
}

/**
 * Queues mails in the transaction of what they tell of, any number in one statement; nothing is rendered here. Each
 * fact is told of once: one that is there already stays as it is. Where no mail is sent they are held for the portal.
 */
export async function queueMails(scope: WriteScope, drafts: MailDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const isSent = sendsMail(scope);
  const values = <T>(value: (draft: MailDraft) => T) => sql.param(drafts.map(value));
  await scope.db.execute(sql`
    insert into mail (
      provider_id, id, subscriber_id, kind, fact_id, facts, status, attempts, next_attempt_at, correlation_id,
      created_at, updated_at
    )
    select ${scope.providerId}, m.id, m.subscriber_id, m.kind, m.fact_id, m.facts::jsonb,
      ${isSent ? 'QUEUED' : 'HELD'}, 0, ${isSent ? realNow().toISOString() : null}::timestamptz,
      ${scope.correlationId}, m.at::timestamptz, m.at::timestamptz
    from unnest(
      ${values(({ at = scope.now }) => newId('mail', at))}::text[],
      ${values((draft) => draft.subscriberId)}::text[],
      ${values((draft) => draft.kind)}::text[],
      ${values((draft) => draft.factId)}::text[],
      ${values((draft) => JSON.stringify(draft.facts))}::text[],
      ${values(({ at = scope.now }) => at.toISOString())}::text[]
    ) as m (id, subscriber_id, kind, fact_id, facts, at)
    on conflict (provider_id, kind, fact_id) do nothing`);
  if (isSent) scope.outbox.wakes.add('mail/due');
}
