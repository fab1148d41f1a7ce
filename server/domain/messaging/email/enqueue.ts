import { sql } from 'drizzle-orm';
import type { MoneyFacts, WebhookFacts } from '../../../../drizzle/schema/mail.ts';
import { realNow } from '../../../clock.ts';
import { newId } from '../../../db/ids.ts';
import type { Scope, WriteScope } from '../../../db/scope.ts';
import { arrayParameter } from '../../../db/statement.ts';
import { mailServer } from '../../../email/mail-server.ts';

/** An email to queue. `at` is the instant of its fact, by default the scope's `now`. */
export type EmailDraft = { factId: string; at?: Date } & (
  | { kind: 'INVOICE' | 'OVERDUE' | 'SUSPENSION' | 'RECEIPT'; subscriberId: string; facts: MoneyFacts }
  | { kind: 'WEBHOOK_FAILING' | 'WEBHOOK_DISABLED'; staffUserId: string; facts: WebhookFacts }
);

/** Whether emails of this provider are sent. A sandbox sends none, and neither does a process without a mail server. */
export function sendsEmail({ livemode }: Pick<Scope, 'livemode'>): boolean {
  return livemode && mailServer !== null;
}

/**
 * Queues emails in the transaction of their facts, any number in one statement. They are rendered when they are sent or
 * read. A subscriber gets one email for each kind and fact; a second draft of the same does nothing. Emails that cannot
 * be sent are `HELD` for the portal.
 */
export async function enqueueEmails(scope: WriteScope, drafts: EmailDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const isSent = sendsEmail(scope);
  const values = (value: (draft: EmailDraft) => string | null) =>
    sql.param(arrayParameter(drafts.map(value)));
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
  if (isSent) scope.outbox.wakes.add('emails/due');
}
