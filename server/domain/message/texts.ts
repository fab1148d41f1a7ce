import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { mail } from '../../../drizzle/schema/mail.ts';
import { messageText } from '../../../drizzle/schema/message.ts';
import {
  type FactKind,
  factKinds,
  languages,
  type MessageChannel,
  messageChannels,
} from '../../contract/enums.ts';
import { invalid, invalidValue } from '../../contract/errors.ts';
import { fullNameOf } from '../../contract/full-name.ts';
import { variablesOf } from '../../contract/message-texts.ts';
import type {
  FilledText,
  MessageTextKey,
  MessageTextPreview,
  MessageTextSave,
  MessageTextSnapshot,
} from '../../contract/portal/message-text.ts';
import { faultIn, fill, fillLine } from '../../messages/engine.ts';
import { withPlainBlanks } from '../../messages/format.ts';
import { shippedText } from '../../messages/shipped.ts';
import { sizeOfSms } from '../../sms/parts.ts';
import { create } from '../../state/record.ts';
import { findOrNull } from '../../state/resource.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { exampleFacts } from '../messaging/email/example-facts.ts';
import { currentText } from '../messaging/email/text-of.ts';
import { readerOf, valuesOf } from '../messaging/email/values.ts';
import { exampleLink } from '../model/customer-page/link.ts';
import { invoiceResource } from '../model/invoice/resource.ts';
import { messageTextResource } from '../model/message-text/resource.ts';
import { issuerOf } from '../model/provider/issuer.ts';

/** The text of each kind, channel and language: the provider's own, else the one that ships. Contract: Texts of messages. */
export async function listMessageTexts(scope: Scope): Promise<MessageTextSnapshot[]> {
  const rows = await scope.db
    .selectDistinctOn([messageText.kind, messageText.channel, messageText.language])
    .from(messageText)
    .where(sql`${eq(messageText.providerId, scope.providerId)} and ${isNotNull(messageText.language)}`)
    .orderBy(messageText.kind, messageText.channel, messageText.language, desc(messageText.id));
  const own = new Map(rows.map((row) => [`${row.kind} ${row.channel} ${row.language}`, row]));
  return factKinds.flatMap((kind) =>
    messageChannels.flatMap((channel) =>
      languages.map((language) => {
        const row = own.get(`${kind} ${channel} ${language}`);
        const text = row?.body ? { subject: row.subject, body: row.body } : null;
        return view({ kind, channel, language }, text);
      }),
    ),
  );
}

/** Replaces a text. Contract: Texts of messages. @throws VALIDATION_FAILED for a text that cannot be filled, with the reason */
export async function saveMessageText(
  scope: WriteScope,
  { kind, channel, language, subject: givenSubject, body }: MessageTextSave,
): Promise<MessageTextSnapshot> {
  const subject = givenSubject ?? null;
  requireFillable(kind, { subject, body });
  await create(scope, messageTextResource, { kind, channel, language, subject, body });
  return view({ kind, channel, language }, { subject, body });
}

/** Puts the text that ships back. Contract: Texts of messages. */
export async function resetMessageText(scope: WriteScope, key: MessageTextKey): Promise<MessageTextSnapshot> {
  const { id } = await currentText(scope, key);
  if (id !== null) await create(scope, messageTextResource, { ...key, subject: null, body: null });
  return view(key, null);
}

function view(
  { kind, channel, language }: MessageTextKey,
  own: { subject: string | null; body: string } | null,
): MessageTextSnapshot {
  const text = own ?? shippedText(kind, channel, language);
  return { kind, channel, language, ...text, isOwn: own !== null, variables: [...variablesOf(kind)] };
}

/** @throws VALIDATION_FAILED with the fault of each part */
export function requireFillable(
  kind: FactKind | 'NOTICE',
  parts: Readonly<Record<string, string | null>>,
): void {
  const variables = variablesOf(kind);
  const faults = Object.entries(parts).flatMap(([field, text]) => {
    const fault = text === null ? null : faultIn(text, variables);
    return fault === null ? [] : [{ field, code: 'INVALID_VALUE' as const, message: fault }];
  });
  if (faults.length > 0) throw invalid(faults);
}

/**
 * Fills a text with the facts of the newest message of its kind, of the named subscriber where one is named. Without such a message the
 * facts are examples. Stores nothing.
 * @throws VALIDATION_FAILED as for saving, for a text that exceeds its limits with these values, and for an unknown subscriber
 */
export async function previewMessageText(
  scope: Scope,
  { kind, channel, language, subject: givenSubject, body, subscriberId }: MessageTextPreview,
): Promise<FilledText> {
  const subject = givenSubject ?? null;
  requireFillable(kind, { subject, body });
  const [found] = await scope.db
    .select({ subscriberId: mail.subscriberId, factId: mail.factId, facts: mail.facts })
    .from(mail)
    .where(
      sql`${eq(mail.providerId, scope.providerId)} and ${eq(mail.kind, kind)} and ${
        subscriberId === undefined ? sql`true` : eq(mail.subscriberId, subscriberId)
      }`,
    )
    .orderBy(desc(mail.id))
    .limit(1);
  const owner = subscriberId ?? found?.subscriberId ?? null;
  const reader = owner === null ? null : await readerOf(scope, owner);
  if (subscriberId !== undefined && !reader)
    throw invalidValue('subscriberId', 'There is no such subscriber.');
  const facts = found && 'currency' in found.facts ? found.facts : exampleFacts(scope.now);
  const values = await valuesOf(scope, {
    ...{ kind, channel, language, facts },
    reader: reader ?? { firstName: 'Ada', lastName: 'Mwangi', accountNumber: '48201750', language },
    issuer: await issuerOf(scope),
    invoice: facts.invoiceId ? await findOrNull(scope, invoiceResource, facts.invoiceId) : null,
    factId: found?.factId ?? '',
    pageLink: exampleLink,
  });
  const readerName = reader && fullNameOf(reader);
  return { ...filledOf(channel, { subject, body }, values), readerName };
}

/**
 * A filled text, with the size of an SMS.
 * @param field the field of the text, in a refusal
 * @throws VALIDATION_FAILED for a text that exceeds its limits with these values
 */
export function filledOf(
  channel: MessageChannel,
  { subject, body }: { subject: string | null; body: string },
  values: Awaited<ReturnType<typeof valuesOf>>,
  field = 'body',
): Omit<FilledText, 'readerName'> {
  const filled = fill(body, values, field).trim();
  if (channel === 'EMAIL') {
    return { subject: fillLine(subject ?? '', values), body: filled, encoding: null, parts: null };
  }
  const sms = withPlainBlanks(filled);
  return { subject: null, body: sms, ...sizeOfSms(sms) };
}
