import { expect, test } from 'vitest';
import { workbook, zip } from '../../test/fixtures/workbook.ts';
import { Refusal } from '../contract/errors.ts';
import { MAX_JOB_ROWS } from '../contract/portal/job-values.ts';
import { type ImportTable, partOf } from './import-table.ts';
import { readImportFile } from './read-import-file.ts';

const read = (text: string | Buffer, options: object = {}) =>
  readImportFile(Buffer.isBuffer(text) ? text : Buffer.from(text), options);
const ada = { columns: ['Name', 'City'], rows: [['Ada', 'Nairobi']] };

const big = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['commas', 'Name,City\nAda,Nairobi\n'],
  ['semicolons', 'Name;City\r\nAda;Nairobi\r\n'],
  ['tabs', 'Name\tCity\nAda\tNairobi'],
  ['bars', 'Name|City\nAda|Nairobi'],
  ['a line with the separator', 'sep=;\r\nName;City\r\nAda;Nairobi\r\n'],
  ['a separator that only the first line names', 'sep=^\nName^City\nAda^Nairobi'],
  ['a quoted line with the separator', '"sep=,"\nName,City\nAda,Nairobi'],
  ['a byte order mark', '\ufeffName,City\nAda,Nairobi\n'],
  ['a byte order mark and a line with the separator', '\ufeffsep=;\nName;City\nAda;Nairobi\n'],
  ['a line with the separator and old line ends', 'sep=;\rName;City\rAda;Nairobi\r'],
  ['a line with the separator, saved again with semicolons', 'sep=;;;\nName;City\nAda;Nairobi'],
  ['a line with the separator, saved again with commas', '"sep=;",,\nName;City\nAda;Nairobi'],
  ['a line with the separator, blanks and a blank line', '\r\n sep = ; \r\nName;City\r\nAda;Nairobi'],
  ['UTF-16', Buffer.from('\ufeffName,City\nAda,Nairobi\n', 'utf16le')],
  ['UTF-16 of the other byte order', big('\ufeffName,City\nAda,Nairobi\n')],
  ['UTF-16 without a mark', Buffer.from('Name,City\nAda,Nairobi\n', 'utf16le')],
  ['UTF-16 of the other byte order without a mark', big('Name,City\nAda,Nairobi\n')],
  ['old line ends', 'Name,City\rAda,Nairobi\r'],
  ['blank lines and lines of separators', '\nName,City\n\nAda,Nairobi\n,\n'],
  ['spaces around cells', ' Name , City \n Ada ,  Nairobi\n'],
  ['quotation marks', '"Name","City"\n"Ada","Nairobi"\n'],
  ['empty cells and columns at the end', 'Name,City,,\nAda,Nairobi,,\n'],
  ['invisible characters around the names of columns', '\u200bName\u200b,\u202aCity\u202c\nAda,Nairobi\n'],
])('reads a file with %s', async (_, text) => {
  expect(await read(text)).toEqual(ada);
});

test.each([
  ['\n', '\r\n'],
  ['\r\n', '\n'],
])(
  'lines of two systems are lines, and a carriage return inside one is part of a cell: %j, %j',
  async (one, other) => {
    const file = `Street,City${one}12 Road\rFlat 4,Nairobi${other}Main,Kisumu${one}`;
    expect(await read(file)).toEqual({
      columns: ['Street', 'City'],
      rows: [
        ['12 Road\rFlat 4', 'Nairobi'],
        ['Main', 'Kisumu'],
      ],
    });
  },
);

test('separators, line breaks and quotation marks inside a cell belong to it', async () => {
  expect(await read('Name,"City, area"\n"Ada ""the first""","Nairobi\nWest"\n')).toEqual({
    columns: ['Name', 'City, area'],
    rows: [['Ada "the first"', 'Nairobi\nWest']],
  });
});

/** Text in a code page, by the code points of its letters. */
const inCodePage = (text: string, firstLetter: number, firstByte: number) =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code < 0x80 ? code : code - firstLetter + firstByte;
    }),
  );

const cyrillic = inCodePage('Имя,Город\nAda,Nairobi\nИван,Москва\n', 0x410, 0xc0);

test('I7: a file that is not Unicode asks for its encoding, and shows the rows that tell it', async () => {
  const question = await read(cyrillic);
  if (!('choose' in question)) return expect.unreachable();
  expect(question.choose).toBe('encoding');
  const byValue = new Map(question.choices.map(({ value, preview }) => [value, preview]));
  expect(byValue.get('windows-1251')).toEqual({ columns: ['Имя', 'Город'], rows: [['Иван', 'Москва']] });
  expect(byValue.get('windows-1252')?.rows).toEqual([['Èâàí', 'Ìîñêâà']]);
  for (const code of [1250, 1251, 1252, 1254, 1256, 1258]) {
    expect(byValue.has(`windows-${code}`)).toBe(true);
  }
  expect(await read(cyrillic, { encoding: 'windows-1251' })).toEqual({
    columns: ['Имя', 'Город'],
    rows: [
      ['Ada', 'Nairobi'],
      ['Иван', 'Москва'],
    ],
  });
});

test('the likeliest encoding is offered first', async () => {
  const long = 'Улица Ленина дом двенадцать квартира семь\n'.repeat(30);
  const question = await read(inCodePage(`Адрес\n${long}`.replaceAll('ё', 'е'), 0x410, 0xc0));
  expect('choose' in question && question.choices[0]?.value).toBe('windows-1251');
});

test('a file with few letters offers the common encodings first', async () => {
  const question = await read(inCodePage('Имя,Город\nИван,Choice\n', 0x410, 0xc0));
  if (!('choose' in question)) return expect.unreachable();
  expect(question.choices.slice(0, 6).map(({ value }) => value)).toContain('windows-1251');
});

test('an encoding that reads the lines as another does is offered after those that differ', async () => {
  const question = await read(Buffer.from('Name\nJos\u00e9\n', 'latin1'));
  if (!('choose' in question)) return expect.unreachable();
  const readings = question.choices.map(({ preview }) => JSON.stringify(preview));
  const repeated = readings.findIndex((reading, i) => readings.indexOf(reading) < i);
  expect(repeated).toBe(new Set(readings).size);
});

test('a repeated name does not take that of another column', async () => {
  expect(await read('Name,Name (2),Name\nAda,x,Lovelace\n')).toMatchObject({
    columns: ['Name', 'Name (2)', 'Name (3)'],
  });
});

test('a carriage return inside a quoted name ends no line, and none of the file', async () => {
  expect(await read('"Na\rme",City\n12\rRoad,Nairobi\n')).toEqual({
    columns: ['Na me', 'City'],
    rows: [['12\rRoad', 'Nairobi']],
  });
});

test('columns without a name get their number, and repeated names differ', async () => {
  expect(await read('Name,,Name,Name (2),Name\nAda,x,Lovelace,y,z\n')).toMatchObject({
    columns: ['Name', 'Column 2', 'Name (2)', 'Name (2) (2)', 'Name (3)'],
  });
});

test('a short line leaves out its last cells', async () => {
  expect(await read('Name,City\nAda\n')).toMatchObject({ rows: [['Ada']] });
});

test('a workbook: numbers, dates, formulas, text with leading zeros, and empty rows', async () => {
  const table = await read(
    workbook({
      Customers: [
        ['ID', 'Phone', 'Price', 'Since', 'Sum', 'Speed', 'Yes'],
        [
          '007',
          254712345678,
          29.9,
          new Date('2026-03-01'),
          { formula: 'A1+1', value: 0.1 + 0.2 },
          1.234,
          true,
        ],
        [],
        ['008', '0712 345 678', 1000, null, null, null, null],
      ],
    }),
  );
  expect(table).toEqual({
    columns: ['ID', 'Phone', 'Price', 'Since', 'Sum', 'Speed', 'Yes'],
    rows: [
      ['007', '254712345678', '29.9', '2026-03-01', '0.3', '1.2340', 'TRUE'],
      ['008', '0712 345 678', '1000', '', '', '', ''],
    ],
  });
});

test('a number of a workbook has the leading zeros of its format', async () => {
  const table = await read(
    workbook({
      Customers: [
        ['Postal code', 'Floor'],
        [{ zeros: 100 }, 7],
        [{ zeros: 123456 }, { zeros: 0 }],
      ],
    }),
  );
  expect(table).toMatchObject({
    rows: [
      ['00100', '7'],
      ['123456', '00000'],
    ],
  });
});

test('a number of a workbook that has lost digits is in scientific notation', async () => {
  const ids = [999_999_999_999_999, 1_000_000_000_000_000, 1.23456789012345e17, -2.5e17];
  const table = await read(workbook({ Customers: [['ID'], ...ids.map((id) => [id])] }));
  expect(table).toMatchObject({
    rows: [['999999999999999'], ['1e+15'], ['1.23456789012345e+17'], ['-2.5e+17']],
  });
});

test('half of a character, as a workbook can write it, is replaced', async () => {
  expect(await read(workbook({ People: [['Na_xD800_me'], ['A_xDC00_da']] }))).toEqual({
    columns: ['Na\ufffdme'],
    rows: [['A\ufffdda']],
  });
});

test('no column has a name that every object has, from which the cell of a short line would be read', async () => {
  expect(await read('__proto__,constructor,toString,Name\nAda,x\n')).toMatchObject({
    columns: ['Column 1', 'Column 2', 'Column 3', 'Name'],
  });
});

test('a workbook with several sheets asks for one; an empty sheet does not count', async () => {
  const two = workbook({ People: [['Name'], ['Ada']], Empty: [[]], Plans: [['Plan'], ['Home']] });
  expect(await read(two)).toMatchObject({
    choose: 'sheet',
    choices: [
      { value: 'People', preview: { columns: ['Name'], rows: [['Ada']] } },
      { value: 'Plans', preview: { columns: ['Plan'], rows: [['Home']] } },
    ],
  });
  expect(await read(two, { sheet: 'Plans' })).toEqual({ columns: ['Plan'], rows: [['Home']] });
  expect(
    await read(
      workbook({
        Empty: [[]],
        People: [
          ['Name', 'City'],
          ['Ada', 'Nairobi'],
        ],
      }),
    ),
  ).toEqual(ada);
});

const wide = (n: number) => Array.from({ length: n }, (_, i) => `c${i}`).join(',');
const bomb = Buffer.alloc(130 * 1024 * 1024, ' ');

test.each<[string, string | Buffer, string, object?]>([
  ['an empty file', '', 'The file is empty.'],
  ['a header alone', 'Name,City\n', 'no rows'],
  ['too many cells', 'Name\nAda\nGrace,Hopper\n', 'Line 3 has more cells than the header.'],
  ['too many cells below a separator', 'sep=,\nName\nAda\nGrace,Hopper\n', 'Line 4 has more cells'],
  [
    'too many cells below a blank line and a separator',
    '\nsep=,\nName\nAda\nGrace,Hopper\n',
    'Line 5 has more cells',
  ],
  ['an open quotation mark', 'Name\n"Ada\n', 'quotation mark'],
  ['a very long line behind a quotation mark', `Name\n"${'x'.repeat(500_000)}\n`, 'quotation mark'],
  ['bytes that are no text', Buffer.from([0x50, 0x4b, 3, 5, 0, 0, 0, 8, 0xff]), 'no CSV file'],
  ['a NUL', `Name\nA\0da\n${'Ada\n'.repeat(20)}`, 'no CSV file'],
  ['a cell that is too long', `Name,City\nAda,${'x'.repeat(3_000)}\n`, 'Line 2: the cell in “City”'],
  ['too many columns', `${wide(201)}\n1\n`, 'at most 200 columns'],
  ['too many rows', `Name\n${'Ada\n'.repeat(MAX_JOB_ROWS + 1)}`, 'Split it'],
  ['an encoding that is none', 'Name\nAda\n', 'encoding', { encoding: 'x-user-defined' }],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), '.xls'],
  ['a damaged workbook', workbook({ A: [['Name'], ['Ada']] }).subarray(0, 300), 'cannot be read'],
  ['parts that are not in the directory of the archive', withoutDirectory(), 'cannot be read'],
  ['a small workbook with long texts in all cells', longTexts(), 'more than 20,971,520 characters'],
  ['long names of columns with a cell in each row', longNames(12_000), 'each with the name of its column'],
  ['an archive that is no workbook', zip({ 'a.txt': 'Ada' }), 'cannot be read'],
  ['a sheet that is not there', workbook({ A: [['Name'], ['Ada']] }), 'no such sheet', { sheet: 'B' }],
  ['an archive that is too large unpacked', zip({ 'xl/workbook.xml': bomb }), 'MB unpacked'],
  [
    'an archive that lies about its size',
    zip({ 'xl/workbook.xml': bomb }, { 'xl/workbook.xml': 99 }),
    'cannot be read',
  ],
  ['too many cells in a sheet', workbook({ A: [['Name'], ['Ada'], ['Grace', 'x']] }), 'Row 3 of the sheet'],
])('refuses %s', async (_, text, reason, options = {}) => {
  try {
    await read(text, options);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).body.rejectionReasons[0]).toMatchObject({
      message: expect.stringContaining(reason),
    });
  }
});

/** A small workbook, which would be 24 MB as CSV. */
function longTexts(): Buffer {
  const names = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const row = names.map((name) => name.repeat(2_000));
  return workbook({ A: [names, ...Array.from({ length: 460 }, () => row)] });
}

/** A file with 200 columns of long names and one character in each cell. */
function longNames(rows: number): string {
  const names = Array.from({ length: 200 }, (_, i) => `${i}`.padEnd(198, 'x'));
  return `${names.join(',')}\n${`${Array(200).fill('1').join(',')}\n`.repeat(rows)}`;
}

test('rows are handed over in parts that are short with the names of their columns too', async () => {
  const table = (await read(longNames(500))) as ImportTable;
  expect(
    JSON.stringify(partOf(table, 0).map((row) => row.map((cell, i) => [table.columns[i], cell]))).length,
  ).toBeLessThan(256 * 1024);
  let from = 0;
  for (let part = partOf(table, 0); part.length > 0; part = partOf(table, from)) from += part.length;
  expect(from).toBe(500);
});

/** A workbook with a sheet of two columns and further cells, by their names, and another sheet. */
function straying(...cells: string[]): Buffer {
  return workbook(
    {
      People: [
        ['Name', 'City'],
        ['Ada', 'Nairobi'],
      ],
      Plans: [['Plan'], ['Home']],
    },
    { People: cells },
  );
}

const outside = (cell: string) => `The cell ${cell} of the sheet “People” lies far outside of the table.`;

test.each([
  [['XFD1048576'], outside('XFD1048576')],
  [['C900000', 'ZZ900000'], outside('ZZ900000')],
  [['C4', 'J1048576'], outside('J1048576')],
  [['XFD4'], 'Row 4 of the sheet has more cells than the header: the header has no cell above XFD4.'],
  [['C4'], 'Row 4 of the sheet has more cells than the header: the header has no cell above C4.'],
])('a workbook with stray values names one of them: %s', async (cells, reason) => {
  const refused = await read(straying(...cells), { sheet: 'People' }).catch((error) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused.body.rejectionReasons[0].message).toContain(reason);
  expect(await read(straying(...cells), { sheet: 'Plans' })).toEqual({ columns: ['Plan'], rows: [['Home']] });
});

test('a header with a stray value names its cell', async () => {
  const wide = workbook({ People: [] }, { People: ['IV1', 'A2'] });
  await expect(read(wide)).rejects.toMatchObject({
    body: { rejectionReasons: [{ message: expect.stringContaining('that of the cell IV1') }] },
  });
});

test('cells that have a format and no value are not there, however far', async () => {
  const formatted = workbook(
    {
      People: [
        ['Name', 'City'],
        ['Ada', 'Nairobi'],
      ],
    },
    { People: ['XFD3', 'XFD1048576'] },
    null,
  );
  expect(await read(formatted)).toEqual(ada);
});

test('a header that once took quadratic or endless time is read at once', async () => {
  const hostile = [`${'\t,;'.repeat(20_000)}\n`, `${'"'.repeat(60_000)}`, `${'a'.repeat(1_900)}\n`.repeat(5)];
  for (const text of hostile) await read(text).catch(() => {});
  const same = `${'x,'.repeat(199)}x\n1\n`;
  expect((await read(same)) as object).toMatchObject({ columns: { length: 200 } });
});

test.each(['constructor', 'toString', 'utf-99'])(
  'the name %s of no encoding is refused',
  async (encoding) => {
    await expect(read('Name,City\nAda,Nairobi\n', { encoding })).rejects.toThrow(Refusal);
  },
);

/** A workbook whose directory says that it has no parts: who reads the file from its start finds them all the same. */
function withoutDirectory(): Buffer {
  const bytes = Buffer.from(workbook({ A: [['Name'], ['Ada']] }));
  bytes.fill(0, bytes.length - 14, bytes.length - 10);
  return bytes;
}
