import { expect, test } from 'vitest';
import { Refusal } from '../contract/errors.ts';
import { MAX_JOB_ROWS } from '../contract/job-values.ts';
import { readImportFile } from './read-import-file.ts';

const read = (text: string | Buffer) => readImportFile(Buffer.isBuffer(text) ? text : Buffer.from(text));
const ada = { columns: ['Name', 'City'], rows: [{ Name: 'Ada', City: 'Nairobi' }] };

test.each([
  ['commas', 'Name,City\nAda,Nairobi\n'],
  ['semicolons', 'Name;City\r\nAda;Nairobi\r\n'],
  ['tabs', 'Name\tCity\nAda\tNairobi'],
  ['a byte order mark', '\ufeffName,City\nAda,Nairobi\n'],
  ['UTF-16', Buffer.from('\ufeffName,City\nAda,Nairobi\n', 'utf16le')],
  ['old line ends', 'Name,City\rAda,Nairobi\r'],
  ['blank lines and lines of separators', '\nName,City\n\nAda,Nairobi\n,\n'],
  ['spaces around cells', ' Name , City \n Ada ,  Nairobi\n'],
  ['quotation marks', '"Name","City"\n"Ada","Nairobi"\n'],
])('reads a file with %s', (_, text) => {
  expect(read(text)).toEqual(ada);
});

test('separators, line breaks and quotation marks inside a cell belong to it', () => {
  expect(read('Name,"City, area"\n"Ada ""the first""","Nairobi\nWest"\n')).toEqual({
    columns: ['Name', 'City, area'],
    rows: [{ Name: 'Ada "the first"', 'City, area': 'Nairobi\nWest' }],
  });
});

test('a file that is not UTF-8 is read as Windows-1252', () => {
  expect(read(Buffer.from('Name\nJosé\n', 'latin1')).rows).toEqual([{ Name: 'José' }]);
});

test('columns without a name get their number, and repeated names differ', () => {
  expect(read('Name,,Name\nAda,x,Lovelace\n')).toEqual({
    columns: ['Name', 'Column 2', 'Name (2)'],
    rows: [{ Name: 'Ada', 'Column 2': 'x', 'Name (2)': 'Lovelace' }],
  });
});

test('a short line leaves out its last cells', () => {
  expect(read('Name,City\nAda\n').rows).toEqual([{ Name: 'Ada' }]);
});

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['a header alone', 'Name,City\n', 'no rows'],
  ['too many cells', 'Name\nAda\nGrace,Hopper\n', 'Line 3 has more cells than the header.'],
  ['an open quotation mark', 'Name\n"Ada\n', 'quotation mark'],
  ['bytes that are no text', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 8]), 'no CSV file'],
  ['a cell that is too long', `Name\n${'x'.repeat(3_000)}\n`, 'Line 2'],
  ['too many rows', `Name\n${'Ada\n'.repeat(MAX_JOB_ROWS + 1)}`, 'Split it'],
])('refuses %s', (_, text, reason) => {
  try {
    read(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).body.rejectionReasons[0]).toMatchObject({
      field: 'file',
      message: expect.stringContaining(reason),
    });
  }
});
