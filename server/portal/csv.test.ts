import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { monotonicMs } from '../clock.ts';
import { csvOf, fieldsOf, inTurns } from './csv.ts';

const thing = z.object({
  id: z.string(),
  note: z.string().nullable(),
  price: z.object({ amount: z.number(), currency: z.string() }),
  next: z.object({ at: z.string() }).nullable(),
  isActive: z.boolean(),
  balances: z.array(z.object({ amount: z.number(), currency: z.string() })),
});

const row = {
  id: 'pln_1',
  note: 'plain',
  price: { amount: 12.5, currency: 'KES' },
  next: null as { at: string } | null,
  isActive: true,
  balances: [] as z.output<typeof thing>['balances'],
};

async function cells(...rows: object[]): Promise<string[][]> {
  const csv = await text(Readable.from(rows).pipe(csvOf(fieldsOf(thing).map(({ path }) => path))));
  return parse(csv, { bom: true });
}

test('nested fields have columns of their own, with or without rows', async () => {
  const header = ['id', 'note', 'price.amount', 'price.currency', 'next.at', 'isActive', 'balances'];
  expect(await cells()).toEqual([header]);
  expect(await cells(row)).toEqual([header, ['pln_1', 'plain', '12.5', 'KES', '', 'true', '']]);
});

test.each([
  '=HYPERLINK("http://x")',
  '+1+cmd|x',
  '-2+3',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '\u00a0=1',
  '\ufeff=1',
  '\u200b\u2060=1',
  '\u3000+1',
  '\u0000@SUM(1)',
])('the formula %j is escaped', async (note) => {
  const [, first] = await cells({ ...row, note });
  expect(first?.[1]).toBe(`'${note}`);
});

test.each([
  ['ok;=1+1', "ok;'=1+1"],
  ['ok; \u200b@SUM(1)', "ok;' \u200b@SUM(1)"],
  ['first\n=1+1', "first\n'=1+1"],
  ['a;b;-1', "a;b;'-1"],
  ['a;"=1+1;b', `a;'"=1+1;b`],
])('the formula after another separator in %j is neutralised', async (note, neutral) => {
  const [, first] = await cells({ ...row, note });
  expect(first?.[1]).toBe(neutral);
});

test('a formula inside a list is escaped', async () => {
  const [, first] = await cells({ ...row, balances: [{ amount: 1, currency: 'X;=1' }] });
  expect(first?.at(-1)).toBe("1 X;'=1");
});

test('formula characters after the first position do not change', async () => {
  for (const note of ['a=b', 'Semi-detached; 2+1 rooms', 'ada@example.com', '2026-01-01T00:00:00.000Z']) {
    const [, first] = await cells({ ...row, note });
    expect(first?.[1]).toBe(note);
  }
});

test('phone numbers and negative amounts do not change', async () => {
  const [, first] = await cells({ ...row, note: '+254712345678', price: { amount: -5, currency: 'KES' } });
  expect(first?.[1]).toBe('+254712345678');
  expect(first?.[2]).toBe('-5');
});

test('quotes, commas and line breaks are escaped', async () => {
  const note = 'He said "no", twice\nand left';
  const [, first] = await cells({ ...row, note });
  expect(first?.[1]).toBe(note);
});

test('a list of amounts is one cell with amounts and currencies', async () => {
  const balances = [
    { amount: 100, currency: 'KES' },
    { amount: 2.5, currency: 'USD' },
  ];
  const [, first] = await cells({ ...row, balances });
  expect(first?.at(-1)).toBe('100 KES; 2.5 USD');
});

test('rows that wait for a slow reader are not written in one turn', async () => {
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const turns: number[] = [];
  const long = {
    toJSON() {
      const until = monotonicMs() + 15;
      while (monotonicMs() < until);
      turns.push(turn);
      return 'x'.repeat(100_000);
    },
  };
  const rows = Array.from({ length: 12 }, () => ({ text: long }));
  const slow = new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 5) });
  await pipeline(Readable.from(inTurns(rows)), csvOf(['text']), slow);
  clearImmediate(next);
  expect(turns).toHaveLength(rows.length);
  const inOneTurn = turns.map((own) => turns.filter((other) => other === own).length);
  expect(Math.max(...inOneTurn)).toBeLessThan(4);
});
