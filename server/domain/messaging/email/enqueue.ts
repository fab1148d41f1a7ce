import { sql } from 'drizzle-orm';
import type { MoneyFacts, WebhookFacts } from '../../../../drizzle/schema/mail.ts';
import { realNow } from '../../../clock.ts';
import { newId } from '../../../db/ids.ts';
import type { Scope, WriteScope } from '../../../db/scope.ts';
import { mailServer } from '../../../mail/mail-server.ts';

/** A mail to be: what it tells of, to whom, and when that happened (the scope's `now` unless given). */
export type MailDraft = { factId: string; at?: Date } & (
  | { kind: 'INVOICE' | 'OVERDUE' | 'SUSPENSION' | 'RECEIPT'; subscriberId: string; facts: MoneyFacts }
  | { kind: 'WEBHOOK_FAILING' | 'WEBHOOK_DISABLED'; staffUserId: string; facts: WebhookFacts }
);

/** Whether mails of this provider leave the house: those of a sandbox reach nobody. */
export function sendsMail({ livemode }: Pick<Scope, 'livemode'>): boolean {
  return livemode && mailServer !== null;
}

/**
 * Queues mails in the transaction of what they tell of, any number in one statement; nothing is rendered here. A
 * subscriber is told of each fact once: a mail that is there already stays as it is. Where no mail is sent they are held for the portal.
 */
export async function queueMails(scope: WriteScope, drafts: MailDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const isSent = sendsMail(scope);
  const values = <T>(value: (draft: MailDraft) => T) => sql.param(drafts.map(value));
  await scope.db.execute(sql`
    insert into mail (
      provider_id, id, subscriber_id, staff_user_id, kind, fact_id, facts, status, attempts, next_attempt_at, correlation_id,
      created_at, updated_at
    )
    select ${scope.providerId}, m.id, m.subscriber_id, m.staff_user_id, m.kind, m.fact_id, m.facts::jsonb,
      ${isSent ? 'QUEUED' : 'HELD'}, 0, ${isSent ? realNow().toISOString() : null}::timestamptz,
      ${scope.correlationId}, m.at::timestamptz, m.at::timestamptz
    from unnest(
      ${values(({ at = scope.now }) => newId('mail', at))}::text[],
      ${values((draft) => ('subscriberId' in draft ? draft.subscriberId : null))}::text[],
      ${values((draft) => ('staffUserId' in draft ? draft.staffUserId : null))}::text[],
      ${values((draft) => draft.kind)}::text[],
      ${values((draft) => draft.factId)}::text[],
      ${values((draft) => JSON.stringify(draft.facts))}::text[],
      ${values(({ at = scope.now }) => at.toISOString())}::text[]
    ) as m (id, subscriber_id, staff_user_id, kind, fact_id, facts, at)
    on conflict (provider_id, kind, fact_id) where subscriber_id is not null do nothing`);
  if (isSent) scope.outbox.wakes.add('mail/due');
}
