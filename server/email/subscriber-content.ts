import type { MessageKind } from '../contract/enums.ts';
import type { Words } from '../messages/words.ts';
import type { EmailContent } from './message.ts';

/** The values that the layout of an email shows beside its text, formatted; null for an unknown one. */
type Values = Readonly<Record<string, string | boolean | null>>;

type Layout = Pick<EmailContent, 'tone' | 'topic' | 'amount' | 'rows' | 'next'> & {
  /** Null for the subject. */
  headline: string | null;
};

type Rows = [label: string, value: string | boolean | null | undefined][];

/** The instructions of the provider, and what belongs to them. */
type Payment = { words: Words; number: string | null; instructions: string | null };

/**
 * An email to a subscriber: the text of its kind, in the layout of its kind. The first paragraph after the greeting is what a list of
 * emails shows beside the subject.
 * @param text the filled text; a blank line begins a new paragraph
 */
export function subscriberContent(
  kind: MessageKind,
  text: { subject: string; body: string },
  values: Values,
  payment: { words: Words; instructions: string | null },
): EmailContent {
  const { headline, rows, ...layout } = layoutOf(kind, values, payment);
  const paragraphs = blocksOf(text.body, /\n\s*\n/);
  return {
    ...layout,
    rows,
    subject: text.subject,
    preview: paragraphs[1] ?? paragraphs[0] ?? '',
    headline: headline ?? text.subject,
    paragraphs,
    ...(values.pageLink && { link: { label: payment.words.pageButton, url: String(values.pageLink) } }),
  };
}

function layoutOf(
  kind: MessageKind,
  values: Values,
  { words: w, instructions }: { words: Words; instructions: string | null },
): Layout {
  const of = (name: string) => String(values[name] ?? '');
  const number = values.invoiceNumber ? of('invoiceNumber') : null;
  const next = howToPay({ words: w, number, instructions });
  const amount = values.amount ? of('amount') : null;
  const about: Rows = [
    [w.invoice, number],
    [w.service, values.service],
  ];
  const due: Rows = [...about, [w.amountDue, amount], [w.dueDate, values.dueDate]];
  const topic = number ? w.invoiceNumber(number) : w.amountDue;
  switch (kind) {
    case 'INVOICE':
    case 'REMINDER':
      if (values.fromCredit) {
        const rows = known([...about, [w.amount, amount]]);
        return { tone: 'good', topic, headline: w.paidFromCredit, amount, rows, next: null };
      }
      return { tone: 'plain', topic, headline: w.dueOn(of('dueDate')), amount, rows: known(due), next };
    case 'OVERDUE':
    case 'LAST_WARNING':
      return {
        tone: kind === 'OVERDUE' ? 'warning' : 'alert',
        topic: number ? w.invoiceOverdue(number) : w.paymentOverdue,
        headline: w.payBy(of('lastDay')),
        amount,
        rows: known([...due, [w.serviceOnUntil, values.lastDay]]),
        next,
      };
    case 'SUSPENSION':
      return {
        tone: 'alert',
        topic: w.suspended,
        headline: null,
        amount: null,
        rows: known([
          [w.service, values.service],
          [w.suspendedOn, values.suspendedOn],
        ]),
        next: { title: w.howToResume, lines: [...blocksOf(instructions, /\r?\n/), w.resumeHelp] },
      };
    case 'RESTORED':
      return {
        tone: 'good',
        topic: w.restored,
        headline: null,
        amount: null,
        rows: known([
          [w.service, values.service],
          [w.restoredOn, values.restoredOn],
        ]),
        next: null,
      };
    case 'RECEIPT':
      return {
        tone: 'good',
        topic: w.received,
        headline: `${w.receivedOn} ${of('receivedOn')}`,
        amount,
        rows: known([
          ...about,
          [w.amountReceived, amount],
          [w.receivedOn, values.receivedOn],
          [w.reference, values.reference],
          [w.paidUntil, values.paidUntil],
        ]),
        next: null,
      };
    case 'REFUND':
      return {
        tone: 'good',
        topic: w.refund,
        headline: `${w.refundedOn} ${of('refundedOn')}`,
        amount,
        rows: known([
          [w.amountRefunded, amount],
          [w.refundedOn, values.refundedOn],
          [w.reference, values.reference],
        ]),
        next: null,
      };
    case 'PROMPT':
      return { tone: 'plain', topic: w.prompt, headline: null, amount: null, rows: known(about), next: null };
    case 'CREDIT_NOTE':
      return {
        ...{ tone: 'plain', topic: w.creditNote, headline: number && w.invoiceNumber(number), amount },
        ...{ rows: known(about), next: null },
      };
    case 'PAGE_LINK':
    case 'NOTICE':
      return { tone: 'plain', topic: of('providerName'), headline: null, amount: null, rows: [], next: null };
  }
}

function known(rows: Rows): [string, string][] {
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, String(value)]] : []));
}

function howToPay({ words, number, instructions }: Payment): EmailContent['next'] {
  return {
    title: words.howToPay,
    lines: [...blocksOf(instructions, /\r?\n/), ...(number ? [words.quote(number)] : [])],
  };
}

/** The most blocks of one text. A filled text can have thousands, of which each takes time to render. */
const MAX_BLOCKS = 100;

/** The blocks of a text, without blank ones. Those behind the limit are one with the last. */
function blocksOf(text: string | null, separator: RegExp): string[] {
  const blocks = (text ?? '')
    .split(separator)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  const rest = blocks.splice(MAX_BLOCKS - 1);
  return rest.length > 0 ? [...blocks, rest.join(' ')] : blocks;
}
