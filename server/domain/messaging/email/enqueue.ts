import { sql } from 'drizzle-orm';
import type {
  AccessFacts,
  MoneyFacts,
  NoticeFacts,
  NotificationFacts,
  WebhookFacts,
} from '../../../../drizzle/schema/mail.ts';
import { realNow } from '../../../clock.ts';
import {
  type AccessEmailKind,
  accessEmailKinds,
  type emailKinds,
  type FactKind,
  type MessageChannel,
  type MessageKind,
  messageChannels,
  messageKinds,
} from '../../../contract/enums.ts';
import { defaultSettings, mandatoryEmailKinds } from '../../../contract/message-texts.ts';
import {
  arrayParameter,
  type Element,
  instantFromMs,
  jsonParameter,
  jsonTexts,
  literals,
} from '../../../db/statement.ts';
import { mailServer } from '../../../email/mail-server.ts';
import { seal } from '../../../sealed.ts';
import { isDemo } from '../../../stand-ins.ts';
import { newId } from '../../../work/ids.ts';
import type { Scope, WriteScope } from '../../../work/scope.ts';
import { type MessageSettings, readSettings } from './settings.ts';

/** A message to queue. `at` is the instant of its fact, by default the scope's `now`. */
export type EmailDraft = { factId: string; at?: Date } & (
  | SubscriberDraft
  | { kind: 'WEBHOOK_FAILING' | 'WEBHOOK_DISABLED'; staffUserId: string; facts: WebhookFacts }
  | { kind: 'NOTIFICATIONS'; staffUserId: string; facts: NotificationFacts }
  | { kind: AccessEmailKind; accessEmail: string; facts: AccessFacts }
);

type SubscriberDraft = ToSubscriber &
  (
    | { kind: FactKind; facts: MoneyFacts | NoticeFacts }
    | { kind: 'NOTICE'; facts: NoticeFacts; textId: string }
  );

type ToSubscriber = {
  subscriberId: string;
  /** The channels; those of the settings by default. */
  channels?: readonly MessageChannel[];
  /** Of a reminder, its days after the due date. Null for any number of messages about one fact. */
  occurrence?: number | null;
};

/** A message about a fact of the account of a subscriber. */
export type FactDraft = Extract<EmailDraft, { kind: FactKind }>;

type EmailKind = (typeof emailKinds)[number];

/** Whether an email is about a person's access to the portal, which the sandbox and the live account share. */
export function isAboutAccess(kind: EmailKind): kind is AccessEmailKind {
  return accessEmailKinds.some((each) => each === kind);
}

/** Whether a message is to a subscriber, and not to staff. */
export function isToSubscriber(kind: EmailKind): kind is MessageKind {
  return messageKinds.some((each) => each === kind);
}

/**
 * Whether messages of this provider are sent on a channel. A sandbox sends only emails about access to the portal; that of the demo
 * sends to its stand-ins. Those to staff go through the mail server of the installation; those to subscribers through the provider's
 * own account, else through that server.
 */
export function sendsOn(
  { livemode, providerId }: Pick<Scope, 'livemode' | 'providerId'>,
  { kind, channel }: { kind: EmailKind; channel: MessageChannel },
  connected: readonly MessageChannel[],
): boolean {
  const hasOwn = isToSubscriber(kind) && connected.includes(channel);
  if (!livemode && !isAboutAccess(kind)) return hasOwn && isDemo(providerId);
  return hasOwn || (channel === 'EMAIL' && mailServer !== null);
}

/** Whether emails about access are sent: by an installation with a mail server. */
export function sendsAccessEmail(): boolean {
  return mailServer !== null;
}

/**
 * Queues messages in the transaction of their facts, any number in one statement. They are rendered when they are sent or
 * read. A subscriber gets one for each channel, kind, fact and occurrence; a second draft of the same does nothing, except that an invoice
 * which credit pays before its message is sent has one that says so. One that the
 * subscriber does not want on a channel is not queued, apart from emails that everybody gets. Messages that cannot
 * be sent are `HELD` for the portal. A link is sealed for its row, so that only its reader gets it. Contract: Messages.
 * @returns the ids of the messages that were queued or held
 */
export async function enqueueEmails(scope: WriteScope, drafts: EmailDraft[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  const needsSettings = drafts.some(({ kind }) => isToSubscriber(kind));
  const { settings, connected } = needsSettings
    ? await readSettings(scope)
    : { settings: defaultSettings, connected: [] };
  const rows = drafts.flatMap((draft) =>
    channelsOf(draft, settings).map((channel) => ({
      ...draft,
      channel,
      id: newId('mail', draft.at ?? scope.now),
      isSent: sendsOn(scope, { kind: draft.kind, channel }, connected),
    })),
  );
  if (rows.length === 0) return [];
  type Queued = (typeof rows)[number];
  const values = (value: (row: Queued) => Element) => sql.param(arrayParameter(rows.map(value)));
  const facts = ({ id, facts }: Queued) =>
    JSON.stringify('link' in facts && facts.link ? { ...facts, link: seal(facts.link, id) } : facts);
  const written = await scope.db.execute<{ id: string }>(sql`
    insert into mail (
      provider_id, id, subscriber_id, staff_user_id, access_email, channel, kind, fact_id, occurrence, text_id, facts, status, attempts,
      next_attempt_at, correlation_id, created_at, updated_at
    )
    select ${scope.providerId}, m.id, m.subscriber_id, m.staff_user_id, m.access_email, m.channel, m.kind, m.fact_id, m.occurrence,
      m.text_id, m.facts::jsonb,
      m.status, 0, case m.status when 'QUEUED' then ${realNow().toISOString()}::timestamptz end,
      ${scope.correlationId}, ${instantFromMs(sql`m.ms`)}, ${instantFromMs(sql`m.ms`)}
    from unnest(
      ${values(({ id }) => id)}::text[],
      ${values((draft) => ('subscriberId' in draft ? draft.subscriberId : null))}::text[],
      ${values((draft) => ('staffUserId' in draft ? draft.staffUserId : null))}::text[],
      ${values((draft) => ('accessEmail' in draft ? draft.accessEmail : null))}::text[],
      ${values(({ channel }) => channel)}::text[],
      ${values((draft) => draft.kind)}::text[],
      ${values((draft) => draft.factId)}::text[],
      ${values((draft) => ('occurrence' in draft ? (draft.occurrence ?? null) : 0))}::bigint[],
      ${values((draft) => ('textId' in draft ? draft.textId : null))}::text[],
      ${jsonTexts(sql.param(jsonParameter(rows.map(facts))))},
      ${values(({ isSent }) => (isSent ? 'QUEUED' : 'HELD'))}::text[],
      ${values(({ at = scope.now }) => at.getTime())}::bigint[]
    ) as m (id, subscriber_id, staff_user_id, access_email, channel, kind, fact_id, occurrence, text_id, facts, status, ms)
    left join subscriber s on s.provider_id = ${scope.providerId} and s.id = m.subscriber_id
    where m.subscriber_id is null or (m.channel = 'EMAIL' and m.kind in (${literals(mandatoryEmailKinds)}))
      or (s.contact_preferences ->> lower(m.channel))::boolean
    on conflict (provider_id, kind, fact_id, channel, occurrence) where subscriber_id is not null
      do update set facts = excluded.facts, updated_at = excluded.updated_at
      where mail.status in ('QUEUED', 'HELD') and excluded.facts ->> 'fromCredit' = 'true'
    returning id`);
  if (rows.some(({ isSent }) => isSent)) scope.outbox.wakes.add('emails/due');
  return written.map(({ id }) => id);
}

/** Staff get emails. */
function channelsOf(
  draft: EmailDraft,
  { emailKinds, smsKinds }: Pick<MessageSettings, 'emailKinds' | 'smsKinds'>,
): readonly MessageChannel[] {
  if (!('subscriberId' in draft)) return ['EMAIL'];
  if (draft.channels) return draft.channels;
  const isAmong = (kinds: readonly string[]) => kinds.includes(draft.kind);
  return messageChannels.filter((channel) => isAmong(channel === 'EMAIL' ? emailKinds : smsKinds));
}
