import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  amountInput,
  amountOrZeroInput,
  countryInput,
  currencyInput,
  emailInput,
  exampleId,
  fitsCurrency,
  idInput,
  isCleanText,
  multilineText,
  parseInstant,
  phoneInput,
  text,
} from './primitives.ts';
import { prefixes, type ResourceName } from './resource-names.ts';

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test.each([
  ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01t08:00:00z', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T08:00:00.123456789Z', '2026-03-01T08:00:00.123Z'],
  ['2026-03-01T08:00:00+03:00', '2026-03-01T05:00:00.000Z'],
  ['2026-03-01T00:30:00+05:45', '2026-02-28T18:45:00.000Z'],
  ['2028-02-29T00:00:00-11:00', '2028-02-29T11:00:00.000Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('the instant %s is accepted', (given, iso) => {
  expect(parseInstant(given)?.toISOString()).toBe(iso);
});

test.each([
  '2026-03-01',
  '2026-03-01T08:00:00',
  '2026-03-01 08:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-03-00T00:00:00Z',
  '2026-03-01T25:00:00Z',
  '2026-03-01T08:60:00Z',
  '2026-03-01T08:00:60Z',
  '2026-03-01T08:00:00+99:00',
  '2026-03-01T08:00Z',
  '2026-03-01T08Z',
  '2026-03-01T08:00:00+0545',
  '2026-03-01T24:00:00Z',
  '+12026-03-01T08:00:00Z',
  '1772352000',
  'tomorrow',
  '',
])('the instant %j is refused', (given) => {
  expect(parseInstant(given)).toBeNull();
});

test.each([
  ['+254712345678', '+254712345678'],
  ['+254 712 345 678', '+254712345678'],
  ['+254-(712)-345-678', '+254712345678'],
  ['+1 212 555 0123', '+12125550123'],
])('the phone number %s is accepted', (given, stored) => {
  expect(phoneInput.parse(` ${given} `)).toBe(stored);
});

test.each([
  '0712345678',
  '712345678',
  '+999712345678',
  '+2547',
  '+25471234567890123',
  'call +254712345678',
  '+254712345678 or later',
  '+254712345678 ext. 5',
  'phone',
])('the phone number %s is refused', (given) => {
  expect(takes(phoneInput, given)).toBe(false);
});

test('email addresses are trimmed and lower-cased', () => {
  expect(emailInput.parse(' Ada.L+x@Example.CO.uk ')).toBe('ada.l+x@example.co.uk');
  for (const bad of ['ada', 'ada@', '@x.com', 'a b@x.com', 'ada@x', `${'a'.repeat(250)}@x.com`, 7, null]) {
    expect(takes(emailInput, bad), String(bad)).toBe(false);
  }
});

test('countries and currencies are those of ISO 3166-1 and 4217, in capitals', () => {
  for (const good of ['KE', 'US', 'SS', 'CW']) expect(takes(countryInput, good), good).toBe(true);
  for (const bad of ['ke', 'XX', 'XK', 'EU', 'UK', 'K', 'KEN', ''])
    expect(takes(countryInput, bad), bad).toBe(false);
  for (const good of ['USD', 'UGX', 'KWD']) expect(takes(currencyInput, good), good).toBe(true);
  for (const bad of ['usd', 'US', 'ZZZ', 'USDT']) expect(takes(currencyInput, bad), bad).toBe(false);
});

test('ids are accepted in any form; subr_ becomes sub_', () => {
  expect(idInput('subscriber').parse('subr_01abc')).toBe('sub_01abc');
  expect(idInput('subscriber').parse(' sub_01abc ')).toBe('sub_01abc');
  expect(idInput('plan').parse('subr_01abc')).toBe('subr_01abc');
  expect(idInput('plan').parse('whatever')).toBe('whatever');
  for (const bad of ['', ' ', 'x'.repeat(256), 7, null])
    expect(takes(idInput('plan'), bad), String(bad)).toBe(false);
});

test('every resource has a different prefix', () => {
  expect(new Set(Object.values(prefixes)).size).toBe(Object.keys(prefixes).length);
  for (const resource of Object.keys(prefixes) as ResourceName[]) {
    expect(exampleId(resource)).toMatch(/^[a-z]{3,4}_([0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{32})$/);
  }
});

test('text is trimmed and has no control characters', () => {
  expect(text(1, 3).parse('  abc ')).toBe('abc');
  for (const bad of ['', '   ', 'abcd', 'a\u0000', 'a\ud800', 7]) expect(takes(text(1, 3), bad)).toBe(false);
  expect(isCleanText('😀')).toBe(true);
  expect(isCleanText('\udc00')).toBe(false);
});

test('amounts are above 0, at most 1,000,000,000 and have at most the minor digits of the currency', () => {
  for (const good of [0.01, 29.99, 0.0001, 1_000_000_000])
    expect(takes(amountInput, good), String(good)).toBe(true);
  for (const bad of [
    0,
    -0,
    -1,
    1_000_000_000.01,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1',
    null,
    true,
  ]) {
    expect(takes(amountInput, bad), String(bad)).toBe(false);
  }
  expect(takes(amountOrZeroInput, 0)).toBe(true);
  expect(takes(amountOrZeroInput, -0.01)).toBe(false);
  expect([fitsCurrency(1.5, 'UGX'), fitsCurrency(1, 'UGX')]).toEqual([false, true]);
  expect(fitsCurrency(1.555, 'ZZZ')).toBe(true);
  expect([fitsCurrency(1.999, 'USD'), fitsCurrency(1.99, 'USD')]).toEqual([false, true]);
  expect([fitsCurrency(1.9999, 'KWD'), fitsCurrency(1.999, 'KWD')]).toEqual([false, true]);
});

test.each(['\t', '\n', '\r', '\v', '\f', '\u0007', '\u0085', '\u2028', '\u2029'])(
  'a text of one line has no %j; a note has tabs and line breaks only',
  (character) => {
    expect(takes(text(1, 9), `a${character}b`)).toBe(false);
    expect(takes(multilineText(1, 9), `a${character}b`)).toBe(/[\t\n\r\u2028\u2029]/.test(character));
  },
);

test('a text that is too long has that fault alone', () => {
  const { error } = text(1, 100).safeParse(`${'a'.repeat(101)}${'\u0301'.repeat(40)}\n`);
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
});
