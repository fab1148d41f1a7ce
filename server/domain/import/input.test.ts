import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { expect, test } from 'vitest';
import type { ImportTypeName } from '../../contract/portal/import-fields.ts';
import { NO_PHONE } from '../../contract/primitives.ts';
import { countriesOf } from './country-name.ts';
import { inputOf, validate, withNumbers } from './input.ts';

const source = (columns: string[], over: object = {}) => ({
  system: null,
  mapping: Object.fromEntries(columns.map((column) => [column, column])),
  defaults: {},
  ...over,
});

const inputFrom = (
  type: ImportTypeName,
  given: ReturnType<typeof source>,
  cells: Record<string, unknown>,
  country: string | null = null,
) => inputOf(type, given, cells, country).input;

test.each([
  ['0712 345 678', 'KE', '+254712345678'],
  ['254712345678', 'KE', '+254712345678'],
  ['00254712345678', null, '+254712345678'],
  ['+254 712 345 678', null, '+254712345678'],
  ["'+254712345678", 'KE', '+254712345678'],
  ['="0712345678"', 'KE', '+254712345678'],
  ['\u202a+254 712\u00a0345\u200b678\u202c', null, '+254712345678'],
  ['0712345678, 0733123456', 'KE', '+254712345678'],
  ['0712345678 / 0733123456', 'KE', '+254712345678'],
  ['254712345678.0', 'KE', '+254712345678'],
  ['0712345678.0', 'KE', '+254712345678'],
  ['+254712345678.0', null, '+254712345678'],
  ['254712345678.0; 254733123456.0', 'KE', '+254712345678'],
  ['254712345678.5', 'KE', '254712345678.5'],
  ['0712345678 ext 5', 'KE', '0712345678 ext 5'],
  ['0712345678;ext=5', 'KE', '0712345678;ext=5'],
  ['+254712345678 ext. 5', 'KE', '+254712345678 ext. 5'],
  ['12', 'KE', '12'],
  ['N/A', 'KE', undefined],
])('a phone number %s of %s is %s', (cell, country, phone) => {
  expect(inputFrom('subscribers', source(['phone']), { phone: cell }, country).phone).toBe(phone);
});

test.each([
  ['1200.50', 1200.5],
  ['1200,5', 1200.5],
  ['1,200.50', 1200.5],
  ['1.200,50', 1200.5],
  ['1 200', 1200],
  ['1\u00a0200,5', 1200.5],
  ["1'200", 1200],
  ['1,234,567', 1_234_567],
  ['1.234.567,8', 1_234_567.8],
  ['1,23,456', 123_456],
  ['0,500', 0.5],
  ['0.500', 0.5],
  ['1,2345', 1.2345],
  ['KES 1200', 'KES 1200'],
  ['$30', '$30'],
  ['30 days', '30 days'],
  ['1,,200', '1,,200'],
  ['1,234.', '1,234.'],
  ['1.234,', '1.234,'],
  ['12,34,5', '12,34,5'],
  ['', undefined],
  ['NULL', undefined],
])('a price %j is %j', (cell, price) => {
  expect(inputFrom('plans', source(['priceAmount']), { priceAmount: cell }).priceAmount).toBe(price);
});

/** What a number of a plan becomes: the number, or the reason. */
function numberIn(field: string, cell: string, currency: string, over: object = {}): unknown {
  const given = source([field, 'priceCurrency'], over);
  const row = withNumbers(
    'plans',
    inputOf('plans', given, { [field]: cell, priceCurrency: currency }, null),
    null,
  );
  return row.faults[0]?.message ?? row.input[field];
}

const canBe = (cell: string, one: number, other: number) =>
  `“${cell}” can be ${one} or ${other}. Write the number without a separator of thousands, such as ${one}.`;

test.each([
  ['dataCapMb', '100.000', 'USD', canBe('100.000', 100_000, 100)],
  ['dataCapMb', '1.500', 'USD', 1_500],
  ['downloadSpeedMbps', '1.000', 'USD', canBe('1.000', 1_000, 1)],
  ['downloadSpeedMbps', '2.000', 'USD', 2],
  ['uploadSpeedMbps', '999.999', 'USD', 999.999],
  ['billingCycleDays', '30.000', 'USD', 30],
  ['priceAmount', '3.000', 'JPY', canBe('3.000', 3_000, 3)],
  ['priceAmount', '1,000', 'USD', canBe('1,000', 1_000, 1)],
  ['priceAmount', '2,999', 'USD', 2_999],
  ['priceAmount', '2,999', 'KWD', canBe('2,999', 2_999, 2.999)],
  ['priceAmount', '2,999', 'JPY', 2_999],
  ['graceDays', '5.500', 'USD', 5_500],
])('a number that may be grouped is refused only where both readings are possible: %s %s %s', (...args) => {
  const [field, cell, currency, expected] = args;
  expect(numberIn(field, cell, currency)).toBe(expected);
});

test('speeds of Splynx are in kbps, and grouped ones have the reading that a plan can have', () => {
  const splynx = { system: 'Splynx' };
  expect(numberIn('downloadSpeedMbps', '20480', 'USD', splynx)).toBe(20.48);
  expect(numberIn('downloadSpeedMbps', '20.480', 'USD', splynx)).toBe(20.48);
});

test('the own price of a subscription has the digits of the currency of its plan', () => {
  const row = inputOf('subscriptions', source(['priceOverride']), { priceOverride: '2,999' }, null);
  expect(withNumbers('subscriptions', row, 'USD')).toMatchObject({
    input: { priceOverride: 2_999 },
    faults: [],
  });
  expect(withNumbers('subscriptions', row, 'KWD').faults).toHaveLength(1);
});

test.each([
  ['N/A'],
  ['#n/a'],
  ['Null'],
  ['-'],
  ['--'],
  [' — '],
  ['#REF!'],
  ['(null)'],
  ['\\N'],
  ['\u200bn/a\u200b'],
  ['n / a'],
  ['N.A'],
  ['N/A.'],
  ['#N/A N/A'],
  ['#NV'],
  ['#Н/Д'],
  ['#SPILL!'],
  ['#BEZUG!'],
  ['#¿NOMBRE?'],
  ['########'],
  ['---'],
  ['−'],
  ['""'],
])('the cell %j is empty', (cell) => {
  const given = source(['externalUserId', 'city', 'firstName']);
  expect(inputFrom('subscribers', given, { externalUserId: cell, city: cell, firstName: cell })).toEqual({});
});

test.each(['#12', '#12 Main', 'N Amsterdam', '#Hash!tag', '-1', 'A-', 'a/n'])(
  'the cell %j is a text',
  (cell) => {
    expect(inputFrom('subscribers', source(['street']), { street: cell })).toEqual({ street: cell });
  },
);

test('the apostrophe with which a spreadsheet keeps digits as text is no part of an id or a number', () => {
  const cells = { externalUserId: "'0042", postalCode: "'00100", lastName: "'t Hooft", street: "'12" };
  expect(inputFrom('subscribers', source(Object.keys(cells)), cells)).toEqual({
    externalUserId: '0042',
    postalCode: '00100',
    lastName: "'t Hooft",
    street: "'12",
  });
  expect(inputFrom('plans', source(['priceAmount']), { priceAmount: "'29.99" }).priceAmount).toBe(29.99);
  const shortened = inputOf('subscribers', source(['externalUserId']), { externalUserId: "'2.5E+11" }, null);
  expect(shortened.faults).toHaveLength(1);
});

test('`-` is a last name; words of which people have names are empty in other cells only', () => {
  const given = source(['lastName', 'firstName', 'externalUserId', 'country']);
  const cells = { lastName: '-', firstName: 'Nil', externalUserId: 'none', country: 'NA' };
  expect(inputFrom('subscribers', given, cells)).toEqual({ lastName: '-', firstName: 'Nil', country: 'NA' });
  expect(inputFrom('subscribers', source(['lastName']), { lastName: 'N/A' })).toEqual({});
  expect(inputFrom('subscribers', source([], { defaults: { lastName: '-' } }), {})).toEqual({
    lastName: '-',
  });
});

test.each([['2.54712E+11'], ['2,54712E+11'], ['3e+05'], ['2.5e11'], ['1e+15'], ['1.23456789012345680e+17']])(
  '%s is no id and no phone number',
  (cell) => {
    const given = source(['externalUserId', 'phone', 'postalCode']);
    const row = inputOf('subscribers', given, { externalUserId: cell, phone: cell, postalCode: cell }, 'KE');
    expect(row.faults.map(({ field }) => field)).toEqual(['phone', 'externalUserId', 'postalCode']);
    expect(row.faults[0]?.message).toContain(`“${cell}”`);
  },
);

test('a formula that keeps the zeros of a text is the text', () => {
  const cells = { externalUserId: '="0042"', planName: '="Home"&"20"' };
  expect(inputFrom('subscribers', source(['externalUserId']), cells).externalUserId).toBe('0042');
  expect(inputFrom('plans', source(['planName']), cells).planName).toBe('="Home"&"20"');
});

test.each([
  ['1001.0', '1001'],
  ['0042.0', '0042'],
  ['1001.10', '1001.10'],
  ['1001.00', '1001.00'],
  ['A1.0', 'A1.0'],
])('the id %s is %s', (cell, id) => {
  const given = source(['externalUserId', 'postalCode']);
  const cells = { externalUserId: cell, postalCode: cell };
  expect(inputFrom('subscribers', given, cells)).toEqual({ externalUserId: id, postalCode: id });
});

test('an id with a letter E is an id', () => {
  const row = inputOf('subscribers', source(['externalUserId']), { externalUserId: '12E5' }, 'KE');
  expect(row).toMatchObject({ input: { externalUserId: '12E5' }, faults: [] });
});

test.each([
  ['Kenya', 'KE'],
  ['KENYA', 'KE'],
  ['ke', 'KE'],
  ['KEN', 'KE'],
  ['Tanzania, United Republic of', 'TZ'],
  ["Côte d'Ivoire", 'CI'],
  ['Ivory Coast', 'CI'],
  ['UK', 'GB'],
  ['U.S.A.', 'US'],
  ['The Gambia', 'GM'],
  ['DR Congo', 'CD'],
  ['Sénégal', 'SN'],
  ['Moçambique', 'MZ'],
  ['St. Lucia', 'LC'],
  ['Republic of Kenya', 'KE'],
  ['The Federal Republic of Germany', 'DE'],
  ["People's Democratic Republic of Algeria", 'DZ'],
  ['Republic of the Union of Myanmar', 'MM'],
  ['Commonwealth of The Bahamas', 'BS'],
  ['Co-operative Republic of Guyana', 'GY'],
  ['Islamic Emirate of Afghanistan', 'AF'],
  ['United Kingdom of Great Britain and Northern Ireland', 'GB'],
  ['Lao People’s Democratic Republic', 'LA'],
  ['Bolivia, Plurinational State of', 'BO'],
  ['Republic of Cabo Verde', 'CV'],
  ['Republic of Korea', 'KR'],
  ["Democratic People's Republic of Korea", 'KP'],
  ["People's Republic of China", 'CN'],
  ['Republic of China', 'TW'],
  ['Democratic Republic of the Congo', 'CD'],
  ['Republic of the Congo', 'CG'],
  ['Deutschland', 'DE'],
  ['ÖSTERREICH', 'AT'],
  ['Svizzera', 'CH'],
  ['Kenia', 'KE'],
  ['Suomi', 'FI'],
  ['Hrvatska', 'HR'],
  ['Srbija', 'RS'],
  ['Việt Nam', 'VN'],
  ['Россия', 'RU'],
  ['Ελλάδα', 'GR'],
  ['ኢትዮጵያ', 'ET'],
  ['مصر', 'EG'],
  ['भारत', 'IN'],
  ['ไทย', 'TH'],
  ['中国', 'CN'],
  ['日本', 'JP'],
  ['대한민국', 'KR'],
  ['Guinea', 'GN'],
  ['Niger', 'NE'],
  ['Georgia', 'GE'],
  ['Dominica', 'DM'],
  ['State of Georgia', 'State of Georgia'],
  ['Republic of Texas', 'Republic of Texas'],
  ['Northern Cyprus', 'Northern Cyprus'],
  ['Atlantis', 'Atlantis'],
])('the country %s is %s', (cell, country) => {
  expect(inputFrom('subscribers', source(['country']), { country: cell }).country).toBe(country);
});

test.each([
  ['Congo', 'CD or CG'],
  ['Kongo', 'CD or CG'],
  ["People's Republic of Congo", 'CD or CG'],
  ['Virgin Islands', 'VG or VI'],
  ['St. Martin', 'MF or SX'],
])('a name that several countries share is refused: %s', (cell, codes) => {
  expect(inputOf('subscribers', source(['country']), { country: cell }, null).faults).toEqual([
    {
      field: 'country',
      code: 'INVALID_VALUE',
      message: `“${cell}” can be ${codes}. Write the code of the country.`,
    },
  ]);
});

test('no name of a country in any language is that of another country in English', () => {
  const codes = Object.keys(english.countries);
  const nameOf = (language: string, code: string) =>
    new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code);
  const wrong = [
    'de',
    'fr',
    'es',
    'pt',
    'it',
    'nl',
    'pl',
    'ru',
    'ar',
    'sw',
    'tr',
    'id',
    'hi',
    'ta',
    'th',
    'zh',
  ].flatMap((language) =>
    codes.flatMap((code) => {
      const name = nameOf(language, code);
      const found = name === undefined ? [] : countriesOf(name);
      return found.every((each) => each === name) || found.includes(code)
        ? []
        : [`${language} ${name}: ${found}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a cell goes before the value for all rows', () => {
  const given = source(['city'], { defaults: { city: 'Nairobi', country: 'ke' } });
  expect(inputFrom('subscribers', given, { city: 'Kisumu' })).toEqual({ city: 'Kisumu', country: 'KE' });
  expect(inputFrom('subscribers', given, { city: 'n/a' })).toEqual({ city: 'Nairobi', country: 'KE' });
});

test('the lines of an address become one, separated by commas', () => {
  const given = source(['street']);
  expect(inputFrom('subscribers', given, { street: '12 Road\r\nFlat 4' }).street).toBe('12 Road, Flat 4');
  expect(inputFrom('subscribers', given, { street: '12 Road,\n\nFlat 4\u2028Gate' }).street).toBe(
    '12 Road, Flat 4, Gate',
  );
});

test('the full name is split at its first space, and a single name has `-` as last name', () => {
  const given = source(['fullName', 'firstName']);
  const of = (cells: Record<string, unknown>) => inputFrom('subscribers', given, cells);
  expect(of({ fullName: 'Ada King Lovelace' })).toEqual({ firstName: 'Ada', lastName: 'King Lovelace' });
  expect(of({ fullName: 'Ada Lovelace', firstName: 'Augusta' })).toEqual({
    firstName: 'Augusta',
    lastName: 'Lovelace',
  });
  expect(of({ fullName: 'Madonna' })).toEqual({ firstName: 'Madonna', lastName: '-' });
});

test('a company without a person has its name in place of the full name too; with a person it has the name of the person', () => {
  const given = source(['firstName', 'lastName', 'fullName', 'companyName']);
  const of = (cells: Record<string, unknown>) => inputFrom('subscribers', given, cells);
  const person = { firstName: 'Ada', lastName: 'King' };
  for (const [cells, names] of [
    [{ companyName: 'Acme Networks Ltd' }, { firstName: 'Acme', lastName: 'Networks Ltd' }],
    [
      { companyName: 'Acme', lastName: '-' },
      { firstName: 'Acme', lastName: '-' },
    ],
    [{ companyName: 'Acme', ...person }, person],
    [{ companyName: 'Acme', fullName: 'Ada King' }, person],
  ] as const)
    expect(of(cells)).toEqual({ companyName: cells.companyName, ...names });
});

test('the reasons of a row are those of the API, and those of its cells', () => {
  const given = source(['firstName', 'email', 'phone', 'externalUserId']);
  const cells = { firstName: 'x'.repeat(120), email: 'nowhere', phone: '12', externalUserId: '1.2E+5' };
  const checked = validate('subscribers', inputOf('subscribers', given, cells, 'KE'));
  expect(checked).toMatchObject({
    reasons: [
      { field: 'phone', message: NO_PHONE },
      { field: 'externalUserId', message: expect.stringContaining('shortened') },
      { field: 'firstName', message: 'At most 100 characters.' },
      { field: 'lastName', message: 'This field is required.' },
      { field: 'email', message: 'Enter an email address such as ada@example.com.' },
    ],
  });
});
