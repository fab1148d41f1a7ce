import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoiceFacts, invoiceLine } from '../../test/fixtures/invoice-facts.ts';
import { type PdfLine, pdfLines } from '../../test/fixtures/pdf-text.ts';
import { asMinor } from '../contract/money.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { invoicePdf } from './invoice-pdf.ts';

const MARGIN = 48;
const PAGE = { width: 595.28, height: 841.89 };

const linesOf = async (over: Partial<InvoiceFacts>): Promise<PdfLine[]> =>
  pdfLines(await invoicePdf(invoiceFacts(over)));
const issuer = (over: Partial<InvoiceFacts['issuer']>) => ({ ...invoiceFacts().issuer, ...over });
const textOf = (lines: PdfLine[]) => lines.map(({ text }) => text).join('');

/** The top of the footer of a page: its number stands beside the first line. */
function footerTop(lines: PdfLine[], page: number): number {
  const number = lines.find((line) => line.page === page && /Page \d+ of \d+$/.test(line.text));
  return number ? number.baseline - number.size * 0.97 : Number.NaN;
}

/** Every line is inside the margins, above the space over the footer or in it, and no line is drawn over another one. */
function expectInside(lines: PdfLine[]): void {
  const footers = new Map(lines.map(({ page }) => [page, footerTop(lines, page)]));
  for (const { page, baseline, size, text } of lines) {
    const footer = footers.get(page) as number;
    if (baseline < footer) expect(baseline + size * 0.45, text).toBeLessThanOrEqual(footer - 28 + 0.1);
  }
  for (const line of lines) {
    const { left, right, baseline, size, text } = line;
    if (text.trim() === '') continue;
    expect(left, text).toBeGreaterThanOrEqual(MARGIN - 0.1);
    expect(right, text).toBeLessThanOrEqual(PAGE.width - MARGIN + 0.1);
    expect(baseline - size, text).toBeGreaterThanOrEqual(MARGIN - 12);
    expect(baseline + size * 0.3, text).toBeLessThanOrEqual(PAGE.height - 12);
  }
  for (const [i, one] of lines.entries()) {
    for (const other of lines.slice(i + 1)) {
      if (other.page !== one.page || one.text.trim() === '' || other.text.trim() === '') continue;
      const isBeside = one.right <= other.left + 0.1 || other.right <= one.left + 0.1;
      const isApart = Math.abs(one.baseline - other.baseline) > Math.min(one.size, other.size) * 0.9;
      expect(isBeside || isApart, `${one.text} over ${other.text}`).toBe(true);
    }
  }
}

const LONG = {
  'with blanks': 'Very Long Internet Provider Name '.repeat(7).slice(0, 200),
  'without blanks': 'Wolfeschlegelsteinhausenberger'.repeat(7).slice(0, 200),
  'in capitals': 'WM'.repeat(100),
  'in Chinese': '北京市朝阳区建国路'.repeat(23).slice(0, 200),
  'in Arabic': 'شركة الاتصالات '.repeat(14).slice(0, 200).trim(),
  'in Thai': 'บริษัทอินเทอร์เน็ตแห่งประเทศไทย'.repeat(7).slice(0, 200),
};

test.each(Object.entries(LONG))(
  'a legal name of 200 letters %s with a tax id stays on the page',
  async (_how, legalName) => {
    const lines = await linesOf({
      issuer: issuer({ name: legalName, legalName: `${legalName.slice(0, 199)}x`, taxId: 'P051234567X' }),
    });
    expectInside(lines);
    const footer = lines.filter(({ baseline, page }) => page === 0 && baseline > 740);
    expect(textOf(footer)).toContain('P051234567X');
  },
);

test('a long email address, number and address stay in their columns', async () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
  const street = 'Unbreakable'.repeat(20).slice(0, 200);
  const customer = {
    name: street,
    companyName: `${street}${street}`.slice(0, 200),
    taxId: 'T'.repeat(64),
    accountNumber: '48201750',
    email,
    street,
    city: street,
    region: street,
    postalCode: '123456789012',
    country: 'AE',
  };
  const lines = await linesOf({
    ...{ customer, number: `PREFIX-${'0'.repeat(30)}1` },
    issuer: issuer({
      ...{ ...customer, companyName: undefined, accountNumber: undefined },
      name: street,
      phone: '+971501234567',
      website: `https://${'w'.repeat(190)}.example`,
    }),
  });
  expectInside(lines);
  expect(textOf(lines)).toContain(email);
});

test('57 lines of payment instructions continue on the next page', async () => {
  const paymentInstructions = Array.from({ length: 57 }, (_, i) => `Step ${i + 1}`).join('\n');
  const lines = await linesOf({ issuer: issuer({ paymentInstructions }) });
  expectInside(lines);
  const steps = lines.filter(({ text }) => text.startsWith('Step '));
  expect(steps.map(({ text }) => text)).toEqual(paymentInstructions.split('\n'));
  expect(new Set(steps.map(({ page }) => page)).size).toBe(2);
  expect(textOf(lines)).toContain('Quote INV-000042 with your payment.');
});

test('a word of joined letters that is cut fits its line, although its last letter is wider alone', async () => {
  for (const letter of ['س', 'ی', 'ع', 'ك']) {
    const lines = await linesOf({ issuer: issuer({ paymentInstructions: letter.repeat(500) }) });
    const cut = lines.filter(({ text }) => text.includes(letter.repeat(10)));
    expect(cut.length).toBeGreaterThan(1);
    for (const { left, right } of cut)
      expect(right - left).toBeLessThanOrEqual(PAGE.width - 2 * MARGIN - 32 + 0.1);
  }
});

test('1,000,000,000.000 KWD is one figure in each column', async () => {
  const much = asMinor(1_000_000_000_000);
  const amounts = { subtotal: much, total: much, amountDue: much, tax: much };
  const lines = await linesOf({
    ...amounts,
    currency: 'KWD',
    lines: [{ ...invoiceLine('Home'), quantity: 1_000_000, unitAmount: much, amount: much }],
  });
  expectInside(lines);
  const figures = lines.filter(({ text }) => text === '1,000,000,000.000');
  expect(figures).toHaveLength(4);
  for (const text of ['1,000,000', 'KWD\u00a01,000,000,000.000'])
    expect(lines.map((each) => each.text)).toContain(text);
});

test('the largest amounts that are stored are one figure', async () => {
  const most = asMinor(9_000_000_000_000_000);
  const amounts = { subtotal: most, total: most, amountDue: most, tax: most };
  const lines = await linesOf({
    ...amounts,
    currency: 'KWD',
    lines: [{ ...invoiceLine('Home'), quantity: Number.MAX_SAFE_INTEGER, unitAmount: most, amount: most }],
  });
  expectInside(lines);
  expect(lines.filter(({ text }) => text === '9,000,000,000,000.000')).toHaveLength(4);
});

test.each([
  ['at least 150 points', 9_000_000_000_000_000, Number.MAX_SAFE_INTEGER, 'Home 20, static address'],
  ['what usual amounts leave', 249_900, 1, 'Home 20 with a static address, for 30 days'],
])('a description has %s of width', async (_, amount, quantity, description) => {
  const line = {
    ...invoiceLine(description),
    quantity,
    unitAmount: asMinor(amount),
    amount: asMinor(amount),
  };
  const lines = await linesOf({ lines: [line] });
  expect(lines.map(({ text }) => text)).toContain(description);
});

test('200 lines keep the head of the table on each page and stay above the footer', async () => {
  const lines = await linesOf({
    lines: Array.from({ length: 200 }, (_, i) => invoiceLine(`Service ${i + 1}`)),
  });
  expectInside(lines);
  const pages = new Set(lines.filter(({ text }) => text.startsWith('Service')).map(({ page }) => page));
  const heads = lines.filter(({ text }) => text === 'Description').map(({ page }) => page);
  expect(heads).toEqual([...pages]);
  expect(lines.filter(({ text }) => text.startsWith('Service '))).toHaveLength(200);
});

test('the head of the table is never the last of a page', async () => {
  for (let height = 20; height <= 50; height++) {
    const street = Array(height).fill('Flat 4').join('\n');
    const lines = await linesOf({
      customer: { ...invoiceFacts().customer, street },
      lines: [invoiceLine('Service 1')],
    });
    const pageOf = (wanted: string) =>
      lines.filter(({ text }) => text.trim() === wanted).map(({ page }) => page);
    expect(pageOf('Description'), `${height} lines`).toEqual(pageOf('Service 1'));
  }
});

test('a description that is longer than a page begins below the first head', async () => {
  const description = Array.from({ length: 1200 }, (_, i) => `word${i}`).join(' ');
  const lines = await linesOf({ lines: [invoiceLine(description)] });
  const pagesOf = (start: string) =>
    lines.filter(({ text }) => text.startsWith(start)).map(({ page }) => page);
  expect(pagesOf('Description')).toEqual([0]);
  expect(pagesOf('word0 ')).toEqual([0]);
});

test('a description that is longer than a page continues on the next page', async () => {
  const description = Array.from({ length: 1200 }, (_, i) => `word${i}`).join(' ');
  const lines = await linesOf({ lines: [invoiceLine(description), invoiceLine('Next')] });
  expectInside(lines);
  for (const word of ['word0', 'word600', 'word1199', 'Next']) expect(textOf(lines)).toContain(word);
});

test('right-to-left paragraphs of the payment instructions begin at the right, the lines of a field below each other', async () => {
  const paragraph = 'يرجى تحويل المبلغ إلى الحساب المصرفي التالي خلال سبعة أيام '.repeat(5).trim();
  const street = 'شارع الملك عبد العزيز بن سعود الكبير '.repeat(4).trim();
  const lines = await linesOf({
    issuer: issuer({ paymentInstructions: paragraph }),
    customer: { ...invoiceFacts().customer, street },
  });
  expectInside(lines);
  const arabic = lines.filter(({ text }) => /\p{Script=Arabic}/u.test(text));
  const [field, instructions] = [
    arabic.filter(({ size }) => size === 9),
    arabic.filter(({ size }) => size === 9.5),
  ];
  expect(field.length).toBeGreaterThan(1);
  expect(instructions.length).toBeGreaterThan(1);
  for (const { right } of instructions) expect(right).toBeCloseTo(PAGE.width - MARGIN - 16, 0);
  for (const { right } of field) expect(right).toBeCloseTo(field[0]?.right ?? 0, 0);
});

const letters = fc.constantFrom(
  ...[
    'a',
    'W',
    'ẽ',
    'я',
    'Ω',
    'ع',
    'لا',
    'ש',
    'አ',
    'क्षि',
    'ক্ষ',
    'ழ்',
    'ที่',
    '北',
    'ひ',
    '한',
    '😀',
    '\u0378',
    '1',
    '١',
  ],
  ...[
    ' ',
    ' ',
    '(',
    ')',
    '-',
    '.',
    '\u200d',
    '\u200c',
    '\u2067',
    '\u2069',
    '\u200f',
    '\u0301',
    '\u00a0',
    '@',
    '/',
  ],
);
const text = (maxLength: number) => fc.string({ unit: letters, minLength: 1, maxLength });

test('texts of any scripts stay inside the margins, and every letter is there', async () => {
  const drawn = fc.record({
    name: text(100),
    street: text(200),
    description: text(200),
    paymentInstructions: text(1000),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ name, street, description, paymentInstructions }) => {
      const lines = await linesOf({
        customer: { ...invoiceFacts().customer, name, street },
        issuer: issuer({ name, legalName: name, taxId: street.slice(0, 50), paymentInstructions }),
        lines: [invoiceLine(description)],
      });
      expectInside(lines);
      // A font may have one glyph for a letter and its mark, which reads back as one character.
      const apart = (drawn: string) => [...drawn.normalize('NFD')];
      const drawnLetters = apart(textOf(lines));
      for (const letter of 'aWяΩעש北ひ') {
        const wanted = [name, name, street, street.slice(0, 50), description, paymentInstructions].join('');
        const count = (where: Iterable<string>) => [...where].filter((each) => each === letter).length;
        expect(count(drawnLetters), letter).toBeGreaterThanOrEqual(count(apart(wanted)));
      }
    }),
    { numRuns: 15 },
  );
});
