import { expect, test } from 'vitest';
import { invoiceFacts as facts, invoiceLine as line } from '../../test/fixtures/invoice-facts.ts';
import { pdfText } from '../../test/fixtures/pdf-text.ts';
import { asMinor } from '../contract/money.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { invoicePdf } from './invoice-pdf.ts';

const at = (text: string) => new Date(text);

const textOf = async (over?: Partial<InvoiceFacts>) => pdfText(await invoicePdf(facts(over)));
const setLines = (text: string) => text.split(/[\n\f]/);

test('an open invoice has both parties, lines, sums, payment instructions and the days of the issuer’s time zone', async () => {
  const text = setLines(await textOf());
  expect(text).toContain('48201750');
  for (const expected of [
    'Demo ISP',
    'Tax ID P051234567X',
    'Kenya',
    'Amina Otieno',
    'INV-000042',
    '21 Nov 2026',
    '25 Nov 2026',
    '25 Nov 2026 – 25 Dec 2026',
    'Home 20, 30 days',
    '2,499.00',
    'Tax, 16%',
    '399.84',
    'KES\u00a02,898.84',
    'Paybill 123456',
    'Quote INV-000042 with your payment.',
    'INV-000042 · Page 1 of 1',
  ]) {
    expect(text.map((each) => each.replace(/ +/g, ' '))).toContain(expected);
  }
});

test('the same invoice gives the same bytes', async () => {
  const [first, second] = [await invoicePdf(facts()), await invoicePdf(facts())];
  expect(first.equals(second)).toBe(true);
});

test('a paid invoice has a PAID stamp and the refunded amount, and no payment instructions', async () => {
  const text = await textOf({
    status: 'PAID',
    amountPaid: asMinor(200_000),
    amountRefunded: asMinor(89_884),
    amountDue: asMinor(0),
    paidAt: at('2026-11-22T08:00:00.000Z'),
  });
  expect(setLines(text)).toEqual(
    expect.arrayContaining(['PAID', 'Paid on 22 Nov 2026. Thank you.', '\u22122,898.84', '898.84']),
  );
  expect(text).not.toContain('How to pay');
});

test('a void invoice has a VOID stamp, no amount due and no payment instructions', async () => {
  const text = await textOf({ status: 'VOID', amountDue: asMinor(0) });
  expect(setLines(text)).toContain('VOID');
  expect(text).not.toContain('How to pay');
  expect(text).not.toContain('Amount due');
});

test.each([
  ['UGX', '289,884'],
  ['USD', '2,898.84'],
  ['KWD', '289.884'],
])('amounts in %s have the decimals of the currency', async (currency, total) => {
  expect(setLines(await textOf({ currency }))).toContain(`${currency}\u00a0${total}`);
});

test('every page of a long invoice has the table head and its page number', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => line(`Service ${i + 1}`));
  const pages = (await textOf({ lines })).split('\f');
  expect(pages.length).toBeGreaterThan(2);
  for (const [i, page] of pages.entries()) {
    expect(setLines(page)).toContain('Description');
    expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
  }
  for (const { description } of lines) expect(setLines(pages.join('\n'))).toContain(description);
});

test('a word that is longer than a line continues on the next line', async () => {
  const long = `Anna ${'Wolfeschlegelsteinhausen'.repeat(4)}`;
  const text = await textOf({ customer: { ...facts().customer, name: long } });
  expect(text.replaceAll('\n', '')).toContain(long.replace(' ', ''));
});

test.each([
  ['Greek', 'Άννα Παπαδοπούλου'],
  ['Cyrillic', 'Їжакевич Ґалина'],
  ['Vietnamese', 'Nguyễn Thị Ánh'],
  ['Yoruba', 'Adébọ̀wálé Ọ̀ṣun'],
  ['Armenian', 'Արամ Խաչատրյան'],
  ['Georgian', 'შოთა რუსთაველი'],
])('a name in %s keeps its characters', async (_script, name) => {
  const text = await textOf({ customer: { ...facts().customer, name } });
  expect(text.normalize('NFC')).toContain(name.normalize('NFC'));
});

test.each([
  ['Arabic', 'محمد علي'],
  ['Hebrew', 'שלום כהן'],
])('a name in %s runs from right to left', async (_script, name) => {
  const text = await textOf({ customer: { ...facts().customer, name } });
  expect(text).toContain([...name].reverse().join(''));
});

test('characters that hide text or change its direction are left out', async () => {
  const text = await textOf({ customer: { ...facts().customer, name: 'Eve \u202eLIVE\u202c\u200b Doe' } });
  expect(setLines(text)).toContain('Eve LIVE Doe');
});

const fromRight = (text: string) => [...text].reverse().join('');

test.each([
  ['شارع ١٥', `١٥ ${fromRight('شارع')}`],
  ['Flat ١٥', 'Flat ١٥'],
  ['شقة 15 مبنى 7', `7 ${fromRight('مبنى')} 15 ${fromRight('شقة')}`],
  ['ABC Ltd — الرياض ٣', `ABC Ltd — ٣ ${fromRight('الرياض')}`],
])('the street %s is drawn in the order of a browser', async (street, drawn) => {
  const text = await textOf({ customer: { ...facts().customer, street } });
  expect(setLines(text)).toContain(drawn);
});

test('a tax id keeps its punctuation inside a right-to-left line', async () => {
  const issuer = { ...facts().issuer, legalName: 'شركة النور', taxId: '(12-345)' };
  expect(setLines(await textOf({ issuer }))).toContain(`Tax ID (12-345) · ${fromRight('شركة النور')}`);
});

test('a right-to-left tax id keeps its full stop inside a left-to-right line', async () => {
  const issuer = { ...facts().issuer, legalName: null, taxId: 'رقم 12.' };
  expect(setLines(await textOf({ issuer }))).toContain(`Tax ID .12 ${fromRight('رقم')}`);
});
