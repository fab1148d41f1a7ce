import PDFDocument from 'pdfkit';
import { addressLines } from '../contract/address.ts';
import { fontsFor } from './fonts.ts';
import type { Customer, Issuer } from './invoice-facts.ts';
import { flow, INNER, isolated, PAGE, type Page, plain, quiet, RIGHT, rule } from './page.ts';
import { type Style, type Typesetter, typesetter } from './typesetter.ts';

/** What every document of a provider to a customer has. */
export type Letter = {
  title: string;
  /** Beside the title, and at the foot of each page. */
  number: string;
  issuer: Issuer;
  customer: Customer;
  issuedAt: Date;
};

/**
 * Begins a document. The same facts give the same bytes, because the dates of the file are those of the facts.
 * @param changedAt the date of its last change
 */
export async function beginLetter<F extends Letter>(
  facts: F,
  changedAt: Date,
): Promise<{ page: Page<F>; bytes: Promise<Buffer> }> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${facts.title} ${facts.number}`,
      Author: facts.issuer.legalName ?? facts.issuer.name,
      Creator: 'Demarc',
      CreationDate: facts.issuedAt,
      ModDate: changedAt,
    },
  });
  const bytes = collect(doc);
  const { logo: _, ...issuer } = facts.issuer;
  const fonts = await fontsFor(
    [...textsIn({ ...facts, issuer })],
    [facts.customer.country, facts.issuer.country],
  );
  return { page: pageOf(doc, typesetter(doc, fonts), facts), bytes };
}

/** Writes the foot of each page, and ends the document. */
export function endLetter(page: Page<Letter>): void {
  footers(page);
  page.type.end();
  page.doc.end();
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

/** Writes the sender and the title. Returns the bottom. */
export function letterhead(page: Page<Letter>): number {
  const { type, facts } = page;
  const { issuer, number } = facts;
  const { logo } = issuer;
  const half = INNER / 2 + 40;
  const title = type.write(facts.title, RIGHT - 180, PAGE.margin, {
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
function logoOn({ doc }: Page<Letter>, { png, width, height }: NonNullable<Issuer['logo']>): number {
  const scale = Math.min(LOGO.width / width, LOGO.height / height, 0.5);
  const size = { width: width * scale, height: height * scale };
  doc.image(Buffer.from(png, 'base64'), PAGE.margin, PAGE.margin, size);
  return PAGE.margin + size.height + 10;
}

/** Writes the customer below a heading, and facts with their labels beside. Returns the bottom. */
export function parties(
  page: Page<Letter>,
  y: number,
  heading: string,
  labelled: (readonly [label: string, value: string])[],
): number {
  const { doc, type, facts } = page;
  const { customer } = facts;
  rule(doc, y);
  const top = y + 14;
  let right = top;
  for (const [label, value] of [...labelled, ['Account', customer.accountNumber] as const]) {
    type.write(label, 354, right + 0.5, quiet(70));
    right = type.write(value, 424, right, plain(RIGHT - 424, { align: 'right', tabular: true })) + 3;
  }
  return beside(page, right, () => {
    let left = flow(page, heading, PAGE.margin, top, quiet(240, { size: 8 }));
    const name = customer.companyName ?? customer.name;
    left = flow(page, name, PAGE.margin, left + 1, plain(240, { weight: 'semibold', size: 10.5 }));
    const about = [
      customer.name !== name && customer.name,
      ...addressLines(customer),
      customer.taxId && `Tax ID ${isolated(customer.taxId)}`,
      customer.email,
    ];
    for (const line of about) if (line) left = flow(page, line, PAGE.margin, left, quiet(240));
    return left;
  });
}

/** The bottom of what is written beside a right column, which is on a later page if that text was long. */
function beside({ doc }: Pick<Page, 'doc'>, right: number, write: () => number): number {
  const { count } = doc.bufferedPageRange();
  const left = write();
  return doc.bufferedPageRange().count > count ? left : Math.max(left, right);
}

/** Texts of the user in one line. Each keeps its own direction. */
export function joined(texts: (string | null)[], between = '  ·  '): string {
  return texts.flatMap((text) => (text ? [isolated(text)] : [])).join(between);
}

const FOOTER: Style = quiet(INNER - 150, { size: 8 });

function footerNote({ issuer }: Letter): string {
  const taxId = issuer.taxId && `Tax ID ${isolated(issuer.taxId)}`;
  const who = joined([issuer.legalName ?? issuer.name, taxId]);
  return issuer.livemode ? who : `${who}  ·  Sandbox: please do not pay`;
}

function pageOf<F extends Letter>(doc: PDFKit.PDFDocument, type: Typesetter, facts: F): Page<F> {
  const footerTop = PAGE.height - 33 - type.heightOf(footerNote(facts), FOOTER);
  return { doc, type, facts, bottom: footerTop - 28 };
}

function footers({ doc, type, facts, bottom }: Page<Letter>): void {
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
