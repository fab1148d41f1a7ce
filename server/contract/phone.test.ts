import { expect, test } from 'vitest';
import { firstPhone, parsePhone, phoneSearched, withUnescapedPlus } from './phone.ts';

test.each([
  // As many digits as an Indian number may have, of a Kenyan number that exists.
  ['254712345678', 'IN', '+254712345678'],
  ['+254712345678', null, '+254712345678'],
  ['+254 712 345 678', null, '+254712345678'],
  ['+254-(712)-345-678', null, '+254712345678'],
  ['\uff0b254712345678', null, '+254712345678'],
  ['+1 212 555 0123', 'KE', '+12125550123'],
  ['00254712345678', null, '+254712345678'],
  ['00 254 712 345 678', 'KE', '+254712345678'],
  ['254712345603', null, '+254712345603'],
  ['254712345603', 'KE', '+254712345603'],
  ['254712345603', 'US', '+254712345603'],
  ['0712 345 602', 'KE', '+254712345602'],
  ['712345602', 'KE', '+254712345602'],
  ["'0712345602", 'KE', '+254712345602'],
  ['(212) 555-0123', 'US', '+12125550123'],
  ['\u202a0712 345 602\u202c', 'KE', '+254712345602'],
  ['+254\u00a0712\u200b345\u00ad678', null, '+254712345678'],
  ['٠٧١٢٣٤٥٦٠٢', 'KE', '+254712345602'],
  ['0812 3456 7890', 'ID', '+6281234567890'],
  ['254712345603', 'AQ', '+254712345603'],
])('%s in %s is %s', (written, country, number) => {
  expect(parsePhone(written, country)).toBe(number);
});

test.each([
  ['0712345678', null],
  ['712345678', null],
  ['+999712345678', 'KE'],
  ['+2547', 'KE'],
  ['+25471234567890123', 'KE'],
  ['call +254712345678', 'KE'],
  ['+254712345678 or later', 'KE'],
  ['phone', 'KE'],
  ['', 'KE'],
  ['\u200b', 'KE'],
  ['+', 'KE'],
  ['0712345678', 'XX'],
  // Enough digits for Kenya, but no number that exists.
  ['254000000000', 'KE'],
  ['254000000000', null],
])('%s in %s is no phone number', (written, country) => {
  expect(parsePhone(written, country)).toBeNull();
});

test('a text of any length is no phone number', () => {
  for (const long of ['9'.repeat(80_000), '\u0315\u0300'.repeat(40_000), '\t'.repeat(80_000)]) {
    expect(parsePhone(long, 'KE')).toBeNull();
  }
});

test.each([
  'ext 5',
  'ext. 5',
  'x5',
  '#5',
  ';ext=5',
  'extension 12',
  ', ext 9',
  'доб. 5',
  'anexo 5',
  ',,5',
  ';5',
  '(5)',
  '(5).',
  '[5]',
  '（5）',
  '［12］',
  '- (12)',
  ';isub=5',
])('a number with the extension %j is refused in every form', (extension) => {
  for (const number of ['0712345811', '+254712345811', '254712345811', '00254712345811']) {
    expect(parsePhone(`${number} ${extension}`, 'KE'), number).toBeNull();
    expect(parsePhone(`${number}${extension}`, 'KE'), number).toBeNull();
  }
});

test.each(['/5', '-5', ' - 12', '／5', ' [5', ' 1234'])(
  'the digits of %j behind a valid number are an extension',
  (tail) => {
    for (const number of ['+254712345811', '+254 712 345 811', '+1 650 253 0000']) {
      expect(parsePhone(number + tail, 'KE'), number).toBeNull();
    }
  },
);

test('the last group of a number that is valid with it belongs to it', () => {
  expect(parsePhone('+49 30 123456-0', null)).toBe('+49301234560');
  expect(parsePhone('+254 712 345 678', null)).toBe('+254712345678');
  // Possible, and not valid without its last group either.
  expect(parsePhone('+254 712 345 6789', null)).toBe('+2547123456789');
});

test.each([
  ['0712345811, 0733123456', '+254712345811'],
  ['0712345811;0733123456', '+254712345811'],
  ['0712345811 / 0733 123 456', '+254712345811'],
  ['0712345811\n+254733123456', '+254712345811'],
  ['0712345811,', '+254712345811'],
  ['0712345811, at home', '+254712345811'],
  ['0712/345811', '+254712345811'],
  ['0712345811;ext=5', null],
  ['0712345811,5', null],
  ['0712345811,,5', null],
  ['0712345811/12', null],
  ['0712345811; x 123', null],
  ['0712345811;phone-context=+254', null],
  ['12, 0733123456', null],
])('the first number of %j is %s', (written, first) => {
  expect(firstPhone(written, (one) => parsePhone(one, 'KE'))).toBe(first);
});

test.each([
  [' 254712345678', '+254712345678'],
  ['  254 712 345 678', '+254 712 345 678'],
  // No calling code begins with 0.
  [' 0712345678', ' 0712345678'],
  [' 2547', ' 2547'],
  [' 254712345678 ext', ' 254712345678 ext'],
  ['254712345678', '254712345678'],
])('the query value %j is %j', (given, meant) => {
  expect(withUnescapedPlus(given)).toBe(meant);
});

test.each([
  ['0712', 'KE', '+254712'],
  ['0712 345 678', 'KE', '+254712345678'],
  ['+254 712', null, '+254712'],
  ['00254712', null, '+254712'],
  // Without a country local digits are no number.
  ['0712', null, null],
  ['254712', null, null],
  // Too short for a phone number.
  ['+254', 'KE', null],
  ['0012', null, null],
  ['0012', 'KE', null],
  ['0712a', 'KE', null],
  ['712 Main', 'KE', null],
])('a search for %j in %s is one for %s', (q, country, searched) => {
  expect(phoneSearched(q, country)).toBe(searched);
});
