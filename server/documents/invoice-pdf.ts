import PDFDocument from 'pdfkit';
import { type Address, addressLines } from '../contract/address.ts';
import { type Minor, sum } from '../contract/money.ts';
import { formatDayAt, formatMinor, formatNumber, formatPercent } from './labels.ts';
import { type Style, type Typesetter, typesetter } from './typesetter.ts';

/** The sender of a document: the provider, with the details of its organisation. */
export type Issuer = Address & {
  name: string;
  legalName: string | null;
  taxId: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  /** How to pay, as the organisation wrote it. */
  paymentInstructions: string | null;
  timeZone: string;
  livemode: boolean;
};

export type Customer = Address & { name: string; email: string | null };

/** The contents of an invoice PDF. Amounts in minor units of the currency. */
export type InvoiceFacts = {
  issuer: Issuer;
  customer: Customer;
  number: string;
  status: 'OPEN' | 'PAID' | 'VOID';
  currency: string;
  lines: {
    description: string;
    quantity: number;
    unitAmount: Minor;
    amount: Minor;
    period: { start: Date; end: Date } | null;
  }[];
  subtotal: Minor;
  /** A decimal share. */
  taxRate: string;
  tax: Minor;
  total: Minor;
  amountPaid: Minor;
  amountRefunded: Minor;
  amountDue: Minor;
  issuedAt: Date;
  dueAt: Date;
  paidAt: Date | null;
};

const INK = '#111827';
const QUIET = '#5b6472';
const RULE = '#e3e6eb';
const TINT = '#f6f7f9';
const GREEN = '#15803d';
const RED = '#b91c1c';

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 48, foot: 72 };
const INNER = PAGE.width - 2 * PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const BOTTOM = PAGE.height - PAGE.foot;

/** Left edge and width of each column, in points. */
const COLUMNS = {
  description: { x: PAGE.margin, width: 250 },
  quantity: { x: 306, width: 40 },
  unit: { x: 354, width: 90 },
  amount: { x: 452, width: RIGHT - 452 },
};

const quiet = (width: number, more: Partial<Style> = {}): Style => ({
  size: 9,
  color: QUIET,
  width,
  ...more,
});
const plain = (width: number, more: Partial<Style> = {}): Style => ({
  size: 9.5,
  color: INK,
  width,
  ...more,
});

type Page = { doc: PDFKit.PDFDocument; type: Typesetter; facts: InvoiceFacts };

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
  const page: Page = { doc, type: typesetter(doc), facts };
  let y = letterhead(page);
  y = parties(page, y + 22);
  y = headline(page, y + 20);
  y = lines(page, y + 20);
  y = sums(page, y + 10);
  howToPay(page, y + 22);
  footers(page);
  doc.end();
  return bytes;
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.once('end', () => resolve(Buffer.concat(chunks)));
    doc.once('error', reject);
  });
}

function letterhead({ type, facts: { issuer, number } }: Page): number {
  const half = INNER / 2;
  let left = type.write(issuer.name, PAGE.margin, PAGE.margin, {
    ...plain(half + 40),
    size: 17,
    weight: 'semibold',
  });
  const about = [
    issuer.legalName === issuer.name ? null : issuer.legalName,
    ...addressLines(issuer),
    issuer.taxId && `Tax ID ${issuer.taxId}`,
    [issuer.email, issuer.phone].filter(Boolean).join('  ·  '),
    issuer.website,
  ];
  left += 2;
  for (const line of about) if (line) left = type.write(line, PAGE.margin, left, quiet(half + 40));
  const title = type.write('Invoice', RIGHT - 180, PAGE.margin, {
    ...plain(180, { align: 'right' }),
    size: 17,
    weight: 'semibold',
  });
  const right = type.write(number, RIGHT - 180, title + 2, quiet(180, { align: 'right', tabular: true }));
  return Math.max(left, right);
}

function parties({ doc, type, facts }: Page, y: number): number {
  rule(doc, y);
  const { customer, issuer } = facts;
  const top = y + 14;
  let left = type.write('Billed to', PAGE.margin, top, quiet(240, { size: 8 }));
  left = type.write(customer.name, PAGE.margin, left + 1, plain(240, { weight: 'semibold', size: 10.5 }));
  for (const line of [...addressLines(customer), customer.email]) {
    if (line) left = type.write(line, PAGE.margin, left, quiet(240));
  }
  const day = (at: Date) => formatDayAt(at, issuer.timeZone);
  const dates: [string, string][] = [['Issued', day(facts.issuedAt)]];
  if (facts.status !== 'VOID') dates.push(['Due', day(facts.dueAt)]);
  if (facts.paidAt) dates.push(['Paid', day(facts.paidAt)]);
  let right = top;
  for (const [label, value] of dates) {
    type.write(label, 354, right + 0.5, quiet(80));
    right = type.write(value, 424, right, plain(RIGHT - 424, { align: 'right', tabular: true })) + 3;
  }
  return Math.max(left, right);
}

/** The amount and status of the invoice. */
function headline({ doc, type, facts }: Page, y: number): number {
  const { currency, issuer } = facts;
  const [amount, about, color, stamp] =
    facts.status === 'VOID'
      ? [facts.total, 'This invoice is void. Nothing is due.', RED, 'VOID']
      : facts.status === 'PAID'
        ? [facts.total, paidText(facts), GREEN, 'PAID']
        : [facts.amountDue, `Due on ${formatDayAt(facts.dueAt, issuer.timeZone)}`, INK, null];
  const bottom = type.write(formatMinor(amount, currency), PAGE.margin, y, {
    ...plain(INNER - 120, { tabular: true }),
    size: 21,
    weight: 'semibold',
    color: facts.status === 'VOID' ? QUIET : INK,
  });
  const end = type.write(about, PAGE.margin, bottom - 1, quiet(INNER - 130, { size: 10 }));
  if (stamp) stampOn({ doc, type, facts }, stamp, color, y + 6);
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

function lines(page: Page, y: number): number {
  const { doc, type, facts } = page;
  let top = tableHead(page, y);
  for (const line of facts.lines) {
    const period = line.period && periodText(line.period, facts.issuer.timeZone);
    const description = plain(COLUMNS.description.width);
    const small = quiet(COLUMNS.description.width, { size: 8.5 });
    const height =
      type.heightOf(line.description, description) + (period ? type.heightOf(period, small) + 1 : 0);
    if (top + height + 18 > BOTTOM) top = tableHead(page, nextPage(page));
    const figures = { align: 'right', tabular: true } as const;
    const write = (text: string, { x, width }: { x: number; width: number }) =>
      type.write(text, x, top + 9, plain(width, figures));
    const after = type.write(line.description, COLUMNS.description.x, top + 9, description);
    if (period) type.write(period, COLUMNS.description.x, after + 1, small);
    write(new Intl.NumberFormat('en').format(line.quantity), COLUMNS.quantity);
    write(formatNumber(line.unitAmount, facts.currency), COLUMNS.unit);
    write(formatNumber(line.amount, facts.currency), COLUMNS.amount);
    top += height + 18;
    rule(doc, top);
  }
  return top;
}

function periodText({ start, end }: { start: Date; end: Date }, timeZone: string): string {
  return `${formatDayAt(start, timeZone)} – ${formatDayAt(end, timeZone)}`;
}

function tableHead({ doc, type, facts }: Page, y: number): number {
  doc.roundedRect(PAGE.margin - 8, y, INNER + 16, 22, 4).fill(TINT);
  const head = (
    text: string,
    { x, width }: { x: number; width: number },
    align: 'left' | 'right' = 'right',
  ) => type.write(text, x, y + 5.5, quiet(width, { size: 8, align }));
  head('Description', COLUMNS.description, 'left');
  head('Quantity', COLUMNS.quantity);
  head(`Unit price, ${facts.currency}`, COLUMNS.unit);
  head(`Amount, ${facts.currency}`, COLUMNS.amount);
  return y + 22;
}

function sums(page: Page, y: number): number {
  const { doc, type, facts } = page;
  const { currency } = facts;
  const rows: [label: string, amount: string, isStrong: boolean][] = [
    ['Subtotal', formatNumber(facts.subtotal, currency), false],
  ];
  if (Number(facts.taxRate) > 0) {
    rows.push([`Tax, ${formatPercent(facts.taxRate)}`, formatNumber(facts.tax, currency), false]);
  }
  rows.push(['Total', formatMinor(facts.total, currency), true]);
  const received = sum(facts.amountPaid, facts.amountRefunded);
  if (received > 0) rows.push(['Paid', `\u2212${formatNumber(received, currency)}`, false]);
  if (facts.amountRefunded > 0) rows.push(['Refunded', formatNumber(facts.amountRefunded, currency), false]);
  if (facts.status !== 'VOID') rows.push(['Amount due', formatMinor(facts.amountDue, currency), true]);
  let top = y + rows.length * 19 > BOTTOM ? nextPage(page) : y;
  const left = 306;
  for (const [label, amount, isStrong] of rows) {
    const weight = isStrong ? 'semibold' : 'regular';
    const color = isStrong ? INK : QUIET;
    if (label === 'Amount due') {
      rule(doc, top + 2, left);
      top += 6;
    }
    type.write(label, left, top, plain(120, { weight, color }));
    type.write(amount, 400, top, plain(RIGHT - 400, { weight, align: 'right', tabular: true }));
    top += 19;
  }
  return top;
}

/** The payment instructions of an open invoice. */
function howToPay(page: Page, y: number): void {
  const { doc, type, facts } = page;
  if (facts.status !== 'OPEN' || facts.amountDue === 0) return;
  const { paymentInstructions, email, phone } = facts.issuer;
  const contact = [email, phone].filter(Boolean).join(' or ');
  const text = [
    paymentInstructions,
    `Quote ${facts.number} with your payment.`,
    contact && `Questions? ${contact}`,
  ]
    .filter(Boolean)
    .join('\n');
  const style = quiet(INNER - 32, { size: 9.5, color: '#374151' });
  const height = type.heightOf(text, style) + 46;
  const top = y + height > BOTTOM ? nextPage(page) : y;
  doc.roundedRect(PAGE.margin, top, INNER, height, 6).fill(TINT);
  const body = type.write(
    'How to pay',
    PAGE.margin + 16,
    top + 13,
    plain(INNER - 32, { weight: 'semibold' }),
  );
  type.write(text, PAGE.margin + 16, body + 3, style);
}

function nextPage({ doc }: Page): number {
  doc.addPage();
  return PAGE.margin;
}

function footers({ doc, type, facts }: Page): void {
  const { start, count } = doc.bufferedPageRange();
  const { issuer } = facts;
  const who = [issuer.legalName ?? issuer.name, issuer.taxId && `Tax ID ${issuer.taxId}`]
    .filter(Boolean)
    .join('  ·  ');
  const note = issuer.livemode ? who : `${who}  ·  Sandbox: please do not pay`;
  for (let i = start; i < start + count; i++) {
    doc.switchToPage(i);
    const y = PAGE.height - 44;
    rule(doc, y - 10);
    type.write(note, PAGE.margin, y, quiet(INNER - 130, { size: 8 }));
    const place = `${facts.number}  ·  Page ${i + 1} of ${count}`;
    type.write(place, RIGHT - 130, y, quiet(130, { size: 8, align: 'right', tabular: true }));
  }
}

function rule(doc: PDFKit.PDFDocument, y: number, from = PAGE.margin): void {
  doc.lineWidth(0.75).moveTo(from, y).lineTo(RIGHT, y).stroke(RULE);
}
