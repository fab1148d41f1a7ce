import { eq } from 'drizzle-orm';
import type { AccessFacts, MoneyFacts } from '../../../../drizzle/schema/mail.ts';
import { staffUser } from '../../../../drizzle/schema/staff.ts';
import {
  type AccessEmailKind,
  type Language,
  type MessageChannel,
  type MessageKind,
  messageKinds,
} from '../../../contract/enums.ts';
import { maskedUrl } from '../../../contract/masked.ts';
import { kindsWithPageButton } from '../../../contract/message-texts.ts';
import { sentenceText } from '../../../contract/sentence.ts';
import { formatMoney } from '../../../contract/texts/format-money.ts';
import { formatTime } from '../../../contract/texts/format-time.ts';
import type { Issuer } from '../../../documents/invoice-facts.ts';
import type { EmailContent, EmailMessage } from '../../../email/message.ts';
import { fill, fillLine, type TextValues } from '../../../messages/engine.ts';
import { withPlainBlanks } from '../../../messages/format.ts';
import { type MessageText, shippedText } from '../../../messages/shipped.ts';
import { words } from '../../../messages/words.ts';
import { unseal } from '../../../sealed.ts';
import { sizeOfSms } from '../../../sms/parts.ts';
import { findOrNull } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { exampleLink, pageLinkOf } from '../../model/customer-page/link.ts';
import type { EmailRow } from '../../model/email/resource.ts';
import { creditNoteOf, voidCreditNote } from '../../model/invoice/credit-note.ts';
import { documentOf } from '../../model/invoice/document.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { issuerOf } from '../../model/provider/issuer.ts';
import type { logoOf } from '../../model/provider/logo.ts';
import { type CommonReads, commonReads } from './common-reads.ts';
import { readerOf, valuesOf } from './values.ts';

/** A file with an email. An image with a `contentId` is shown in it. */
type Attachment = { fileName: string; content: Uint8Array; contentId?: string };

type ComposedEmail = EmailMessage & {
  attachments: Attachment[];
  /** The row of the text; null for one that ships, and for an email to staff. */
  textId: string | null;
  /** Null for an email to staff. */
  language: Language | null;
};

const toStaff = { attachments: [], textId: null, language: null };

/**
 * Composes an email from its stored facts. Amounts and times are those of the fact. Names, the invoice number and the
 * payment instructions are the current ones.
 * @param to the address of the reader
 * @param options `showsLink`: whether the email has its link in clear, which gives access; only the reader may see it. `common`: the
 *   reads of the run that sends it
 */
export async function composeEmail(
  scope: Scope,
  row: EmailRow,
  to: string,
  { showsLink = false, common = commonReads(scope) } = {},
): Promise<ComposedEmail> {
  if ('organisation' in row.facts) return composeAccessEmail(scope, row, row.facts, { to, showsLink });
  if (row.subscriberId === null) {
    // Loaded with the first email: many processes render none for days.
    const { renderEmail } = await import('../../../email/render.ts');
    const issuer = await issuerOf(scope);
    const message = await renderEmail(await staffContent(scope, row, issuer), issuer, to);
    return { ...message, ...toStaff };
  }
  const filled = await fillMessage(scope, row, { showsLink, common });
  const { invoice, language, textId } = filled;
  const message = await renderToSubscriber(await common.logo(), filled, { to, isSent: showsLink });
  const documents = await documentsOf(scope, row, invoice);
  return { ...message, attachments: [...message.attachments, ...documents], textId, language };
}

/** The content id of the logo in an email. */
const LOGO = 'logo';

/**
 * Renders the filled text of a message as an email, in the layout of its kind and with the logo of the provider.
 * @param isSent whether the logo is an attachment, which the email shows, or in the HTML for a preview
 */
export async function renderToSubscriber(
  logo: Awaited<ReturnType<typeof logoOf>>,
  text: {
    kind: MessageKind;
    subject: string;
    body: string;
    values: TextValues;
    issuer: Issuer;
    language: Language;
  },
  { to, isSent }: { to: string; isSent: boolean },
): Promise<EmailMessage & { attachments: Attachment[] }> {
  const { kind, values, issuer, language } = text;
  const [{ renderEmail }, { subscriberContent }] = await Promise.all([
    import('../../../email/render.ts'),
    import('../../../email/subscriber-content.ts'),
  ]);
  const payment = { words: words[language], instructions: issuer.paymentInstructions };
  const src = logo && (isSent ? `cid:${LOGO}` : `data:image/png;base64,${logo.png}`);
  const message = await renderEmail(subscriberContent(kind, text, values, payment), issuer, to, {
    language,
    logo: logo && src ? { src, width: logo.width, height: logo.height } : null,
  });
  const attachments =
    logo && isSent
      ? [{ fileName: 'logo.png', content: Buffer.from(logo.png, 'base64'), contentId: LOGO }]
      : [];
  return { ...message, attachments };
}

/** The documents of an email to a subscriber. Of a refund, its credit note, where the payment has paid an invoice. */
async function documentsOf(
  scope: Scope,
  { kind, factId: id }: EmailRow,
  invoice: InvoiceRow | null,
): Promise<ComposedEmail['attachments']> {
  switch (kind) {
    case 'INVOICE':
    case 'RECEIPT':
      return invoice ? [await documentOf(scope, invoice)] : [];
    case 'CREDIT_NOTE':
      return [await voidCreditNote(scope, { id })];
    case 'REFUND': {
      const note = await creditNoteOf(scope, id);
      return note ? [note] : [];
    }
    default:
      return [];
  }
}

/**
 * Fills the text of a message to a subscriber, in the language of the reader. One that was sent keeps its text and its language; names,
 * the invoice number and the payment instructions are the current ones.
 * @param showsLink whether the text has the link to the page of its reader, which gives access, or an example
 */
async function fillMessage(
  scope: Scope,
  row: EmailRow,
  { showsLink = false, common = commonReads(scope) } = {},
) {
  const kind = messageKinds.find((each) => each === row.kind);
  if (!kind || row.subscriberId === null) throw new Error(`${row.kind} is no message to a subscriber`);
  const facts = 'currency' in row.facts ? row.facts : null;
  const [issuer, invoice, reader, { settings }] = await Promise.all([
    common.issuer(),
    facts?.invoiceId ? findOrNull(scope, invoiceResource, facts.invoiceId) : null,
    readerOf(scope, row.subscriberId),
    common.settings(),
  ]);
  if (!reader) throw new Error(`${row.id} has no reader`);
  const language = row.language ?? reader.language ?? settings.language;
  const { channel } = row;
  const text = await textOf(common, row, kind, language);
  const pageLink = needsPageLink({ kind, channel }, text, facts)
    ? showsLink
      ? await pageLinkOf(scope, row.subscriberId)
      : exampleLink
    : null;
  const about = {
    ...{ kind, channel, language, reader, issuer, invoice, facts, pageLink },
    factId: row.factId,
  };
  const values = await valuesOf(scope, about);
  return {
    ...{ kind, language, issuer, invoice, values },
    textId: text.id,
    subject: fillLine(text.subject ?? '', values),
    body: fill(text.body, values),
  };
}

/** Whether a message needs the link to the page of its reader: for its button, or because its text has it. */
function needsPageLink(
  { kind, channel }: { kind: MessageKind; channel: MessageChannel },
  { subject, body }: MessageText,
  facts: MoneyFacts | null,
): boolean {
  const hasButton = channel === 'EMAIL' && kindsWithPageButton.includes(kind) && !facts?.fromCredit;
  return hasButton || /\bpageLink\b/.test(`${subject} ${body}`);
}

async function textOf(common: CommonReads, row: EmailRow, kind: MessageKind, language: Language) {
  const stored = row.textId === null ? null : await common.storedText(row.textId);
  if (stored) return stored;
  if (kind === 'NOTICE') throw new Error(`${row.id} has no text`);
  if (row.sentAt !== null) return { id: null, ...shippedText(kind, row.channel, language) };
  return common.currentText({ kind, channel: row.channel, language });
}

/** The text of an SMS, with blanks that GSM-7 has, and its size. */
export async function composeSms(
  scope: Scope,
  row: EmailRow,
  options?: { showsLink: boolean; common: CommonReads },
) {
  const { body, textId, language } = await fillMessage(scope, row, options);
  const text = withPlainBlanks(body).trim();
  return { text, textId, language, ...sizeOfSms(text) };
}

/** An email about access to the portal. The sandbox and the live account share the people, so it is never a test. */
async function composeAccessEmail(
  scope: Scope,
  row: EmailRow,
  { link, until, ...facts }: AccessFacts,
  { to, showsLink }: { to: string; showsLink: boolean },
): Promise<ComposedEmail> {
  const issuer = await issuerOf(scope);
  const { accessEmail } = await import('../../../email/access-templates.ts');
  const content = accessEmail(row.kind as AccessEmailKind, {
    ...facts,
    email: to,
    at: row.createdAt,
    until: until ? new Date(until) : null,
    timeZone: issuer.timeZone,
    url: link ? (showsLink ? unseal(link, row.id) : 'The link is shown to the reader only.') : null,
  });
  const { renderEmail } = await import('../../../email/render.ts');
  return { ...(await renderEmail(content, { ...issuer, livemode: true }, to)), ...toStaff };
}

async function staffContent(scope: Scope, row: EmailRow, issuer: Issuer): Promise<EmailContent> {
  const templates = await import('../../../email/templates.ts');
  const firstName = await staffName(scope, row);
  const format = {
    money: formatMoney,
    time: (at: string, detail?: 'day') => formatTime(at, issuer.timeZone, detail),
  };
  if ('sentences' in row.facts) {
    return templates.notificationsEmail({
      firstName,
      statements: row.facts.sentences.map((sentence) => sentenceText(sentence, format)),
      organisation: issuer.name,
      isSandbox: !issuer.livemode,
    });
  }
  if (!('url' in row.facts)) throw new Error(`${row.kind} has no template`);
  const { url, at, until } = row.facts;
  const webhook = {
    firstName,
    url: maskedUrl(url),
    at: new Date(at),
    timeZone: issuer.timeZone,
    isSandbox: !issuer.livemode,
  };
  return until === null
    ? templates.webhookDisabledEmail(webhook)
    : templates.webhookFailingEmail({ ...webhook, until: new Date(until) });
}

async function staffName(scope: Scope, { staffUserId }: EmailRow): Promise<string> {
  const [person] = await scope.db
    .select({ name: staffUser.name })
    .from(staffUser)
    .where(eq(staffUser.id, staffUserId ?? ''));
  return person?.name ?? '';
}
