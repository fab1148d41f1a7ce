import PDFDocument from 'pdfkit';
import { addressLines } from '../contract/address.ts';
import { fontsFor } from './fonts.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { lines, sums } from './invoice-table.ts';
import { formatDayAt, formatMinor } from './labels.ts';
import {
  flow,
  INK,
  INNER,
  isolated,
  nextPage,
  PAGE,
  type Page,
  plain,
  QUIET,
  quiet,
  RIGHT,
  rule,
  TINT,
} from './page.ts';
import { type Style, type Typesetter, typesetter } from './typesetter.ts';

const GREEN = '#15803d';
const RED = '#b91c1c';

/**
 * Renders an invoice as a PDF. The same facts give the same bytes, because the dates of the file are those of the invoice.
 * Days are in the time zone of the issuer.
 */
export async function invoicePdf(facts: InvoiceFacts): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Invoice ${facts.number}`,
      Author: facts.issuer.legalName ?? facts.issuer.name,
      Creator: 'Demarc',
      CreationDate: facts.issuedAt,
      ModDate: facts.paidAt ?? facts.issuedAt,
    },
  });
  const bytes = collect(doc);
  const { logo, ...issuer } = facts.issuer;
  const fonts = await fontsFor(
    [...textsIn({ ...facts, issuer })],
    [facts.customer.country, facts.issuer.country],
  );
  const page = pageOf(doc, typesetter(doc, fonts), facts);
  let y = letterhead(page, logo);
  y = parties(page, y + 22);
  y = headline(page, y + 20);
  y = lines(page, y + 20);
  y = sums(page, y + 10);
  howToPay(page, y + 22);
  footers(page);
  page.type.end();
  doc.end();
  return bytes;
}

/** All texts of a value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value && typeof value === 'object') for (const each of Object.values(value)) yield* textsIn(each);
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.once('end', () => resolve(Buffer.concat(chunks)));
    doc.once('error', reject);
  });
}

/** The largest size of a logo, in points. */
const LOGO = { width: 170, height: 48 };

function letterhead(page: Page, logo: InvoiceFacts['issuer']['logo']): number {
  const { type, facts } = page;
  const { issuer, number } = facts;
  const half = INNER / 2 + 40;
  const title = type.write('Invoice', RIGHT - 180, PAGE.margin, {
    ...plain(180, { align: 'right' }),
    size: 17,
    weight: 'semibold',
  });
  const right = type.write(number, RIGHT - 180, title + 2, quiet(180, { align: 'right', tabular: true }));
  const about = [
    issuer.legalName === issuer.name ? null : issuer.legalName,
    ...addressLines(issuer),
    issuer.taxId && `Tax ID ${isolated(issuer.taxId)}`,
    joined([issuer.email, issuer.phone]),
    issuer.website,
  ];
  const name: Style = { ...plain(half), size: 17, weight: 'semibold' };
  return beside(page, right, () => {
    let left = flow(page, issuer.name, PAGE.margin, logo ? logoOn(page, logo) : PAGE.margin, name) + 2;
    for (const line of about) if (line) left = flow(page, line, PAGE.margin, left, quiet(half));
    return left;
  });
}

/** Draws the logo at the top left, never larger than half its pixels. Returns the top of the text below. */
function logoOn({ doc }: Page, { png, width, height }: NonNullable<InvoiceFacts['issuer']['logo']>): number {
  const scale = Math.min(LOGO.width / width, LOGO.height / height, 0.5);
  const size = { width: width * scale, height: height * scale };
  doc.image(Buffer.from(png, 'base64'), PAGE.margin, PAGE.margin, size);
  return PAGE.margin + size.height + 10;
}

/** The bottom of what is written beside a right column, which is on a later page if that text was long. */
function beside({ doc }: Page, right: number, write: () => number): number {
  const { count } = doc.bufferedPageRange();
  const left = write();
  return doc.bufferedPageRange().count > count ? left : Math.max(left, right);
}

/** Texts of the user in one line. Each keeps its own direction. */
function joined(texts: (string | null)[], between = '  ·  '): string {
  return texts.flatMap((text) => (text ? [isolated(text)] : [])).join(between);
}

function parties(page: Page, y: number): number {
  const { doc, type, facts } = page;
  rule(doc, y);
  const { customer, issuer } = facts;
  const top = y + 14;
  const day = (at: Date) => formatDayAt(at, issuer.timeZone);
  const dates: [string, string][] = [['Issued', day(facts.issuedAt)]];
  if (facts.status !== 'VOID') dates.push(['Due', day(facts.dueAt)]);
  if (facts.paidAt) dates.push(['Paid', day(facts.paidAt)]);
  dates.push(['Account', customer.accountNumber]);
  let right = top;
  for (const [label, value] of dates) {
    type.write(label, 354, right + 0.5, quiet(70));
    right = type.write(value, 424, right, plain(RIGHT - 424, { align: 'right', tabular: true })) + 3;
  }
  return beside(page, right, () => {
    let left = flow(page, 'Billed to', PAGE.margin, top, quiet(240, { size: 8 }));
    const name = customer.companyName ?? customer.name;
    left = flow(page, name, PAGE.margin, left + 1, plain(240, { weight: 'semibold', size: 10.5 }));
    const about = [
      customer.name !== name && customer.name,
      ...addressLines(customer),
      customer.taxId && `Tax ID ${isolated(customer.taxId)}`,
      customer.email,
    ];
    for (const line of about) {
      if (line) left = flow(page, line, PAGE.margin, left, quiet(240));
    }
    return left;
  });
}

/** The amount and status of the invoice. */
function headline(page: Page, y: number): number {
  const { type, facts } = page;
  const { currency, issuer } = facts;
  const [amount, about, color, stamp] =
    facts.status === 'VOID'
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
    color: facts.status === 'VOID' ? QUIET : INK,
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

const FOOTER: Style = quiet(INNER - 150, { size: 8 });

function footerNote({ issuer }: InvoiceFacts): string {
  const taxId = issuer.taxId && `Tax ID ${isolated(issuer.taxId)}`;
  const who = joined([issuer.legalName ?? issuer.name, taxId]);
  return issuer.livemode ? who : `${who}  ·  Sandbox: please do not pay`;
}

function pageOf(doc: PDFKit.PDFDocument, type: Typesetter, facts: InvoiceFacts): Page {
  const footerTop = PAGE.height - 33 - type.heightOf(footerNote(facts), FOOTER);
  return { doc, type, facts, bottom: footerTop - 28 };
}

function footers({ doc, type, facts, bottom }: Page): void {
  const { start, count } = doc.bufferedPageRange();
  for (let i = start; i < start + count; i++) {
    doc.switchToPage(i);
    const y = bottom + 28;
    rule(doc, y - 10);
    type.write(footerNote(facts), PAGE.margin, y, FOOTER);
    const place = `${isolated(facts.number)}  ·  Page ${i + 1} of ${count}`;
    const style = quiet(140, { size: 8, align: 'right', tabular: true });
    type.write(place, RIGHT - 140, y, type.fitted(place, style));
  }
}
