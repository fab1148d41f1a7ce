import { sum } from '../contract/money.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { formatDayAt, formatMinor, formatNumber, formatPercent } from './labels.ts';
import { flow, INNER, nextPage, PAGE, type Page, plain, QUIET, quiet, RIGHT, rule, TINT } from './page.ts';
import type { Style } from './typesetter.ts';

type Column = { x: number; width: number };
type Columns = Record<'description' | 'quantity' | 'unit' | 'amount', Column>;
type InvoiceLine = InvoiceFacts['lines'][number];

const GAP = 8;
/** The narrowest column of descriptions. Wider figures are set smaller. */
const MIN_DESCRIPTION = 150;
/** The usual widths. Longer figures take more, and descriptions less. */
const USUAL = { quantity: 40, unit: 90, amount: 95 };

const FIGURES: Style = plain(Number.POSITIVE_INFINITY, { align: 'right', tabular: true });
const HEAD: Style = quiet(Number.POSITIVE_INFINITY, { size: 8, align: 'right' });
const quantities = new Intl.NumberFormat('en');

const cellsOf = ({ quantity, unitAmount, amount }: InvoiceLine, currency: string) => ({
  quantity: quantities.format(quantity),
  unit: formatNumber(unitAmount, currency),
  amount: formatNumber(amount, currency),
});

const headsOf = (currency: string) => ({
  quantity: 'Quantity',
  unit: `Unit price, ${currency}`,
  amount: `Amount, ${currency}`,
});

function columnsOf({ type, facts }: Page): Columns {
  const widths = { ...USUAL };
  const heads = headsOf(facts.currency);
  const cells = facts.lines.map((line) => cellsOf(line, facts.currency));
  for (const name of ['quantity', 'unit', 'amount'] as const) {
    const figures = cells.map((cell) => type.widthOf(cell[name], FIGURES));
    widths[name] = Math.max(widths[name], type.widthOf(heads[name], HEAD), ...figures);
  }
  const space = INNER - MIN_DESCRIPTION - 3 * GAP;
  const share = Math.min(1, space / (widths.quantity + widths.unit + widths.amount));
  let right = RIGHT;
  const column = (width: number): Column => {
    const x = right - width * share;
    right = x - GAP;
    return { x, width: width * share };
  };
  const [amount, unit, quantity] = [column(widths.amount), column(widths.unit), column(widths.quantity)];
  return { description: { x: PAGE.margin, width: right - PAGE.margin }, quantity, unit, amount };
}

const HEAD_HEIGHT = 22;
/** Space above and below the text of a line, together. */
const PADDING = 18;
/** What has to be left of a page for the start of a line that is longer than a page. */
const START = 60;

/** Writes the lines of the invoice. Each page that begins with a line has the head of the table. Returns the bottom of the table. */
export function lines(page: Page, y: number): number {
  const { doc, type, facts } = page;
  const columns = columnsOf(page);
  const description = plain(columns.description.width);
  const small = quiet(columns.description.width, { size: 8.5 });
  const rows = facts.lines.map((line) => {
    const period = line.period && periodText(line.period, facts.issuer.timeZone);
    const height =
      type.heightOf(line.description, description) +
      (period ? type.heightOf(period, small) + 1 : 0) +
      PADDING;
    const fitsPage = height <= page.bottom - PAGE.margin - HEAD_HEIGHT;
    return { line, period, needed: fitsPage ? height : START };
  });
  const first = rows[0]?.needed ?? 0;
  let top = tableHead(page, columns, y + HEAD_HEIGHT + first > page.bottom ? nextPage(page) : y);
  for (const { line, period, needed } of rows) {
    if (top + needed > page.bottom) top = tableHead(page, columns, nextPage(page));
    for (const [name, text] of Object.entries(cellsOf(line, facts.currency))) {
      const { x, width } = columns[name as keyof Columns];
      type.write(text, x, top + 9, type.fitted(text, { ...FIGURES, width }));
    }
    const after = flow(page, line.description, columns.description.x, top + 9, description);
    const end = period ? flow(page, period, columns.description.x, after + 1, small) : after;
    top = end + 9;
    rule(doc, top);
  }
  return top;
}

function periodText({ start, end }: { start: Date; end: Date }, timeZone: string): string {
  return `${formatDayAt(start, timeZone)} – ${formatDayAt(end, timeZone)}`;
}

function tableHead({ doc, type, facts }: Page, columns: Columns, y: number): number {
  doc.roundedRect(PAGE.margin - 8, y, INNER + 16, HEAD_HEIGHT, 4).fill(TINT);
  const { x, width } = columns.description;
  type.write('Description', x, y + 5.5, { ...HEAD, align: 'left', width });
  for (const [name, text] of Object.entries(headsOf(facts.currency))) {
    const column = columns[name as keyof Columns];
    type.write(text, column.x, y + 5.5, type.fitted(text, { ...HEAD, width: column.width }));
  }
  return y + HEAD_HEIGHT;
}

/** Writes the sums of the invoice. Returns their bottom. */
export function sums(page: Page, y: number): number {
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
  let top = y + rows.length * 19 + 6 > page.bottom ? nextPage(page) : y;
  const left = 306;
  const amountLeft = 390;
  for (const [label, amount, isStrong] of rows) {
    const weight = isStrong ? 'semibold' : 'regular';
    if (label === 'Amount due') {
      rule(doc, top + 2, left);
      top += 6;
    }
    const style = plain(RIGHT - amountLeft, { weight, align: 'right', tabular: true });
    type.write(label, left, top, plain(amountLeft - left, { weight, ...(isStrong ? {} : { color: QUIET }) }));
    type.write(amount, amountLeft, top, type.fitted(amount, style));
    top += 19;
  }
  return top;
}
