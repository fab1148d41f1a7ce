import { sql } from 'drizzle-orm';
import type {
  AccessFacts,
  MoneyFacts,
  NotificationFacts,
  WebhookFacts,
} from '../../../../drizzle/schema/mail.ts';
import { realNow } from '../../../clock.ts';
import { type AccessEmailKind, accessEmailKinds, type emailKinds } from '../../../contract/enums.ts';
import { arrayParameter, type Element, instantOf, jsonParameter, jsonTexts } from '../../../db/statement.ts';
import { mailServer } from '../../../email/mail-server.ts';
import { seal } from '../../../sealed.ts';
import { newId } from '../../../work/ids.ts';
import type { Scope, WriteScope } from '../../../work/scope.ts';

/** An email to queue. `at` is the instant of its fact, by default the scope's `now`. */
export type EmailDraft = { factId: string; at?: Date } & (
  | { kind: 'INVOICE' | 'OVERDUE' | 'SUSPENSION' | 'RECEIPT'; subscriberId: string; facts: MoneyFacts }
  | { kind: 'WEBHOOK_FAILING' | 'WEBHOOK_DISABLED'; staffUserId: string; facts: WebhookFacts }
  | { kind: 'NOTIFICATIONS'; staffUserId: string; facts: NotificationFacts }
  | { kind: AccessEmailKind; accessEmail: string; facts: AccessFacts }
);

type EmailKind = (typeof emailKinds)[number];

/** Whether an email is about a person's access to the portal, which the sandbox and the live account share. */
export function isAboutAccess(kind: EmailKind): kind is AccessEmailKind {
  return accessEmailKinds.some((each) => each === kind);
}

/**
 * Whether emails of this provider are sent. A sandbox sends those about access to the portal only, and a process without
 * a mail server sends none.
 */
export function sendsEmail({ livemode }: Pick<Scope, 'livemode'>, kind: EmailKind): boolean {
  return (livemode || isAboutAccess(kind)) && mailServer !== null;
}

/**
 * Queues emails in the transaction of their facts, any number in one statement. They are rendered when they are sent or
 * read. A subscriber gets one email for each kind and fact; a second draft of the same does nothing, except that an invoice which
 * credit pays before its email is sent has an email that says so. Emails that cannot be sent are `HELD` for the portal. A link is sealed for its row, so that only its reader gets it.
 */
export async function enqueueEmails(scope: WriteScope, drafts: EmailDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map((draft) => ({
    ...draft,
    id: newId('mail', draft.at ?? scope.now),
    isSent: sendsEmail(scope, draft.kind),
  }));
  type Queued = (typeof rows)[number];
  const values = (value: (row: Queued) => Element) => sql.param(arrayParameter(rows.map(value)));
  const facts = ({ id, facts }: Queued) =>
    JSON.stringify('link' in facts && facts.link ? { ...facts, link: seal(facts.link, id) } : facts);
  await scope.db.execute(sql`
    insert into mail (
      provider_id, id, subscriber_id, staff_user_id, access_email, kind, fact_id, facts, status, attempts, next_attempt_at, correlation_id,
      created_at, updated_at
    )
    select ${scope.providerId}, m.id, m.subscriber_id, m.staff_user_id, m.access_email, m.kind, m.fact_id, m.facts::jsonb,
      m.status, 0, case m.status when 'QUEUED' then ${realNow().toISOString()}::timestamptz end,
      ${scope.correlationId}, ${instantOf(sql`m.ms`)}, ${instantOf(sql`m.ms`)}
    from unnest(
      ${values(({ id }) => id)}::text[],
      ${values((draft) => ('subscriberId' in draft ? draft.subscriberId : null))}::text[],
      ${values((draft) => ('staffUserId' in draft ? draft.staffUserId : null))}::text[],
      ${values((draft) => ('accessEmail' in draft ? draft.accessEmail : null))}::text[],
      ${values((draft) => draft.kind)}::text[],
      ${values((draft) => draft.factId)}::text[],
      ${jsonTexts(sql.param(jsonParameter(rows.map(facts))))},
      ${values(({ isSent }) => (isSent ? 'QUEUED' : 'HELD'))}::text[],
      ${values(({ at = scope.now }) => at.getTime())}::bigint[]
    ) as m (id, subscriber_id, staff_user_id, access_email, kind, fact_id, facts, status, ms)
    on conflict (provider_id, kind, fact_id) where subscriber_id is not null
      do update set facts = excluded.facts, updated_at = excluded.updated_at
      where mail.status in ('QUEUED', 'HELD') and excluded.facts ->> 'fromCredit' = 'true'`);
  if (rows.some(({ isSent }) => isSent)) scope.outbox.wakes.add('emails/due');
}
