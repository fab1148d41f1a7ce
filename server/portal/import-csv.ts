import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { invalidValue } from '../contract/errors.ts';
import type { FileChoice } from '../contract/portal/import-file.ts';
import { type ImportTable, MAX_CELL, MAX_COLUMNS, TableBuilder } from './import-table.ts';
import { decoded } from './import-text.ts';

/** The longest record, in bytes: an open quotation mark would make one record of the rest of a file. */
const MAX_RECORD = MAX_COLUMNS * MAX_CELL;

/** The length of the start of a file in which its separator is searched, in characters. */
const HEADER_CHARACTERS = 64 * 1024;

type Record_ = { record: string[]; info: { lines: number } };

/**
 * Reads a CSV file piece by piece: separated by comma, semicolon, tab or bar, or as its first line `sep=` says.
 * @throws VALIDATION_FAILED at `file`, naming the line
 */
export async function readCsv(bytes: Uint8Array, encoding: string): Promise<ImportTable> {
  const { delimiter, from } = separatorOf(startOf(bytes, encoding));
  const parser = Readable.from(textFrom(bytes, encoding, from)).pipe(
    parse({
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD,
      trim: true,
    }),
  );
  const table = new TableBuilder();
  // A line with `sep=` comes before those that the parser counts.
  const before = from > 0 ? 1 : 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Record_>) {
      table.add(record, `Line ${info.lines + before}`);
    }
  } catch (error) {
    throw refusalOf(error, before);
  }
  return table.table();
}

function refusalOf(error: unknown, before: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = typeof error.lines === 'number' ? `Line ${error.lines + before}: ` : '';
  return error.code === 'CSV_MAX_RECORD_SIZE'
    ? invalidValue('file', `${line}the line is too long, or a quotation mark is not closed.`)
    : invalidValue('file', `${line}a quotation mark is not closed, or stands inside a cell without one.`);
}

function startOf(bytes: Uint8Array, encoding: string): string {
  let start = '';
  for (const piece of decoded(bytes, encoding)) {
    start += piece;
    if (start.length >= HEADER_CHARACTERS) break;
  }
  return start;
}

function* textFrom(bytes: Uint8Array, encoding: string, from: number): Generator<string> {
  let skipped = from;
  for (const piece of decoded(bytes, encoding)) {
    if (piece.length > skipped) yield piece.slice(skipped);
    skipped = Math.max(0, skipped - piece.length);
  }
}

const delimiters = [',', ';', '\t', '|'] as const;

/** The separator, and the character from which the table begins. */
function separatorOf(start: string): { delimiter: string; from: number } {
  const said = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(start);
  return said
    ? { delimiter: said[1] ?? ',', from: said[0].length }
    : { delimiter: mostOften(start), from: 0 };
}

/** The separator that the header has most often, outside quotation marks. */
function mostOften(start: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let hasBegun = false;
  for (const character of start) {
    if (character === '"') isQuoted = !isQuoted;
    const n = counts.get(character);
    if (!isQuoted && n !== undefined) counts.set(character, n + 1);
    if (/\S/.test(character)) hasBegun = true;
    if (hasBegun && !isQuoted && (character === '\n' || character === '\r')) break;
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

const SHOWN_ROWS = 3;
const SHOWN_COLUMNS = 8;
const SHOWN_CELL = 60;

/** The first cells of some lines, also of lines that end within a record. */
export function previewOf(text: string): FileChoice['preview'] {
  const { delimiter, from } = separatorOf(text);
  const records: string[][] = parseAtOnce(text.slice(from), {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
  });
  return shownOf(records);
}

/** The first cells of records. */
export function shownOf([columns = [], ...rows]: string[][]): FileChoice['preview'] {
  const shown = (cells: string[]) => cells.slice(0, SHOWN_COLUMNS).map((cell) => cell.slice(0, SHOWN_CELL));
  return { columns: shown(columns), rows: rows.slice(0, SHOWN_ROWS).map(shown) };
}
