import type { InvoiceFacts } from './invoice-facts.ts';
import { lines, sums } from './invoice-table.ts';
import { formatDayAt, formatMinor } from './labels.ts';
import { beginLetter, endLetter, joined, letterhead, parties } from './letter.ts';
import { INK, INNER, isolated, nextPage, PAGE, type Page, plain, QUIET, quiet, RIGHT, TINT } from './page.ts';
import type { Style } from './typesetter.ts';

const GREEN = '#15803d';
const RED = '#b91c1c';

/**
 * Renders an invoice as a PDF. The same facts give the same bytes, because the dates of the file are those of the invoice.
 * Days are in the time zone of the issuer.
 */
export async function invoicePdf(facts: InvoiceFacts): Promise<Buffer> {
  const letter = { ...facts, title: facts.creditOf === undefined ? 'Invoice' : 'Credit note' };
  const { page, bytes } = await beginLetter(letter, facts.paidAt ?? facts.issuedAt);
  let y = letterhead(page);
  y = parties(page, y + 22, 'Billed to', datesOf(facts));
  y = headline(page, y + 20);
  y = lines(page, y + 20);
  y = sums(page, y + 10);
  howToPay(page, y + 22);
  endLetter(page);
  return bytes;
}

/** The days of the invoice, and the invoice of a credit note. */
function datesOf({ issuer, creditOf, status, issuedAt, dueAt, paidAt }: InvoiceFacts): [string, string][] {
  const day = (at: Date) => formatDayAt(at, issuer.timeZone);
  const dates: [string, string][] = [['Issued', day(issuedAt)]];
  if (creditOf) dates.push(['Invoice', creditOf]);
  if (status !== 'VOID') dates.push(['Due', day(dueAt)]);
  if (paidAt) dates.push(['Paid', day(paidAt)]);
  return dates;
}

/** The amount and status of the invoice. */
function headline(page: Page, y: number): number {
  const { type, facts } = page;
  const { currency, issuer } = facts;
  const [amount, about, color, stamp] =
    facts.creditOf !== undefined
      ? [facts.total, 'Credited to the customer.', INK, null]
      : facts.status === 'VOID'
        ? [facts.total, 'This invoice is void. Nothing is due.', RED, 'VOID']
        : facts.status === 'PAID'
          ? [facts.total, paidText(facts), GREEN, 'PAID']
          : [facts.amountDue, `Due on ${formatDayAt(facts.dueAt, issuer.timeZone)}`, INK, null];
  const text = formatMinor(amount, currency);
  const top = y + 60 > page.bottom ? nextPage(page) : y;
  const style = type.fitted(text, {
    ...plain(INNER - 120, { tabular: true }),
    size: 21,
    weight: 'semibold',
    color: stamp === 'VOID' ? QUIET : INK,
  });
  const bottom = type.write(text, PAGE.margin, top, style);
  const end = type.write(about, PAGE.margin, bottom - 1, quiet(INNER - 130, { size: 10 }));
  if (stamp) stampOn(page, stamp, color, top + 6);
  return end;
}

function paidText({ total, paidAt, issuer }: InvoiceFacts): string {
  if (total === 0) return 'Nothing to pay.';
  return paidAt ? `Paid on ${formatDayAt(paidAt, issuer.timeZone)}. Thank you.` : 'Paid. Thank you.';
}

function stampOn({ doc, type }: Page, word: string, color: string, y: number): void {
  const style: Style = { size: 15, weight: 'semibold', color, width: 200 };
  const width = type.widthOf(word, style) + 26;
  const left = RIGHT - width - 4;
  doc.save();
  doc.rotate(-7, { origin: [left + width / 2, y + 15] });
  doc.lineWidth(1.6).roundedRect(left, y, width, 31, 5).stroke(color);
  type.write(word, left + 13, y + 5, style);
  doc.restore();
}

/** The payment instructions of an open invoice. They continue on the next page where they are long. */
function howToPay(page: Page, y: number): void {
  const { doc, type, facts } = page;
  if (facts.status !== 'OPEN' || facts.amountDue === 0) return;
  const { paymentInstructions, email, phone } = facts.issuer;
  const contact = joined([email, phone], ' or ');
  const text = [
    paymentInstructions,
    `Quote ${isolated(facts.number)} with your payment.`,
    contact && `Questions? ${contact}`,
  ]
    .filter(Boolean)
    .join('\n');
  const style = quiet(INNER - 32, { size: 9.5, color: '#374151', align: 'start' });
  const lineHeight = type.lineHeight(style);
  let rest = type.linesOf(text, style);
  const whole = rest.length * lineHeight + 46;
  const isOnePage = whole <= page.bottom - PAGE.margin;
  let top = y + (isOnePage ? whole : 46 + 3 * lineHeight) > page.bottom ? nextPage(page) : y;
  for (let isFirst = true; rest.length > 0; isFirst = false) {
    const frame = isFirst ? 46 : 26;
    const part = rest.slice(0, Math.max(1, Math.floor((page.bottom - top - frame) / lineHeight)));
    doc.roundedRect(PAGE.margin, top, INNER, part.length * lineHeight + frame, 6).fill(TINT);
    const head = plain(INNER - 32, { weight: 'semibold' });
    const body = isFirst ? type.write('How to pay', PAGE.margin + 16, top + 13, head) + 3 : top + 13;
    type.writeLines(part, PAGE.margin + 16, body, style);
    rest = rest.slice(part.length);
    if (rest.length > 0) top = nextPage(page);
  }
}
