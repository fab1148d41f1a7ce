import type { Minor } from '../contract/money.ts';
import { formatDayAt, formatMinor, formatNumber } from './labels.ts';
import { beginLetter, endLetter, type Letter, letterhead, parties } from './letter.ts';
import { flow, INNER, nextPage, PAGE, type Page, plain, quiet, RIGHT, rule, TINT } from './page.ts';
import type { Style } from './typesetter.ts';

/** The contents of a statement of account. Amounts in minor units; above 0 the customer owes more. */
export type StatementFacts = Letter & {
  currency: string;
  opening: Minor;
  closing: Minor;
  entries: { at: Date; text: string; amount: Minor; balance: Minor }[];
};

const DATE = 70;
const FIGURE = 95;
const HEAD = 22;

type PageOf = Page<StatementFacts>;

/** Renders a statement of account as a PDF. Days are in the time zone of the issuer. */
export async function statementPdf(facts: StatementFacts): Promise<Buffer> {
  const { page, bytes } = await beginLetter(facts, facts.issuedAt);
  let y = letterhead(page);
  y = parties(page, y + 22, 'Account of', []);
  y = table(page, y + 20);
  closing(page, y + 14);
  endLetter(page);
  return bytes;
}

const figure = (x: number): [number, Style] => [x, plain(FIGURE, { align: 'right', tabular: true })];
const [AMOUNT, BALANCE] = [figure(RIGHT - 2 * FIGURE), figure(RIGHT - FIGURE)];
const TEXT = { x: PAGE.margin + DATE, width: INNER - DATE - 2 * FIGURE - 8 };

function table(page: PageOf, y: number): number {
  const { type, facts } = page;
  const { currency, entries, opening, issuer } = facts;
  let top = head(page, y);
  const rows = [
    { day: '', text: 'Opening balance', amount: '', balance: opening },
    ...entries.map(({ at, text, amount, balance }) => ({
      ...{ day: formatDayAt(at, issuer.timeZone), text, balance },
      amount: formatNumber(amount, currency),
    })),
  ];
  for (const { day, text, amount, balance } of rows) {
    const height = type.heightOf(text, plain(TEXT.width)) + 12;
    if (top + height > page.bottom) top = head(page, nextPage(page));
    type.write(day, PAGE.margin, top + 6, plain(DATE - 6, { tabular: true }));
    write(page, amount, AMOUNT, top + 6);
    write(page, formatNumber(balance, currency), BALANCE, top + 6);
    top = flow(page, text, TEXT.x, top + 6, plain(TEXT.width)) + 6;
    rule(page.doc, top);
  }
  return top;
}

function head(page: PageOf, y: number): number {
  const { doc, type, facts } = page;
  const top = y + HEAD + 40 > page.bottom ? nextPage(page) : y;
  doc.roundedRect(PAGE.margin - 8, top, INNER + 16, HEAD, 4).fill(TINT);
  const label = quiet(FIGURE, { size: 8 });
  type.write('Date', PAGE.margin, top + 5.5, label);
  type.write('Description', TEXT.x, top + 5.5, label);
  type.write(`Amount, ${facts.currency}`, AMOUNT[0], top + 5.5, { ...label, align: 'right' });
  type.write('Balance', BALANCE[0], top + 5.5, { ...label, align: 'right' });
  return top + HEAD;
}

function write({ type }: PageOf, text: string, [x, style]: [number, Style], y: number): void {
  type.write(text, x, y, type.fitted(text, style));
}

function closing(page: PageOf, y: number): void {
  const { type, facts } = page;
  const top = y + 40 > page.bottom ? nextPage(page) : y;
  const strong: Style = plain(INNER, { weight: 'semibold', size: 12, align: 'right', tabular: true });
  const text = `Closing balance ${formatMinor(facts.closing, facts.currency)}`;
  const end = type.write(text, PAGE.margin, top, type.fitted(text, strong));
  const about = facts.closing < 0 ? 'In your favour.' : facts.closing > 0 ? 'To pay.' : 'Nothing to pay.';
  type.write(about, PAGE.margin, end, quiet(INNER, { align: 'right' }));
}
