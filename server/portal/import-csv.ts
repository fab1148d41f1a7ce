import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { invalidValue } from '../contract/errors.ts';
import type { FileChoice } from '../contract/portal/import-file.ts';
import { isHeader } from '../contract/portal/import-mapping.ts';
import {
  type ImportTable,
  MAX_ABOVE,
  MAX_CELL,
  MAX_COLUMNS,
  noHeader,
  TableBuilder,
} from './import-table.ts';
import { decoded } from './import-text.ts';

/** The longest record, in bytes: an open quotation mark would make one record of the rest of a file. */
const MAX_RECORD = MAX_COLUMNS * MAX_CELL;

/** The length of the start of a file in which its separator is searched, in characters. */
const HEADER_CHARACTERS = 64 * 1024;

const lax = {
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
};

type Record_ = { record: string[]; info: { lines: number } };

/**
 * Reads a CSV file piece by piece: separated by comma, semicolon, tab or bar, or as its first line `sep=` says.
 * @param header the columns that the header has; the lines above it are left out
 * @throws VALIDATION_FAILED at `file`, naming the line
 */
export async function readCsv(
  bytes: Uint8Array,
  encoding: string,
  header?: string[][],
): Promise<ImportTable> {
  const start = startOf(bytes, encoding);
  const { delimiter, lineEnds, from, lines: before } = header ? layoutBelow(start, header) : layoutOf(start);
  const parser = Readable.from(textFrom(bytes, encoding, from)).pipe(
    parse({
      ...lax,
      delimiter,
      record_delimiter: lineEnds,
      info: true,
      max_record_size: MAX_RECORD,
    }),
  );
  const table = new TableBuilder();
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

/** A line that names the separator. Programs that saved the file again may have put quotation marks or separators around it. */
const NAMED = /^\s*"?sep ?= ?([^"\r\n])"?[ ,;|\t]*(?:\r\n?|\n|$)/i;

type Layout = { delimiter: string; lineEnds: string[]; from: number; lines: number };

/** The separator, the ends of lines, the character from which the table begins, and the number of lines before it. */
function layoutOf(start: string): Layout {
  const [line = '', named] = NAMED.exec(start) ?? [];
  const { delimiter, lineEnds } = headerOf(start.slice(line.length));
  const lines = named === undefined ? 0 : line.trimEnd().split(/\r\n?|\n/).length;
  return { delimiter: named ?? delimiter, lineEnds, from: line.length, lines };
}

const LINE_END = /\r\n|\r|\n/;

/** As `layoutOf`, of a table that begins with the first line that is the header. @throws VALIDATION_FAILED */
function layoutBelow(start: string, header: string[][]): Layout {
  const { delimiter: named, from: least } = layoutOf(start);
  const separators = least > 0 ? [named] : delimiters;
  let from = 0;
  for (const [lines, line] of start.split(LINE_END, MAX_ABOVE).entries()) {
    const delimiter = separators.find((each) => isHeader(line.split(each), header));
    if (delimiter !== undefined) return { ...headerOf(start.slice(from)), delimiter, from, lines };
    from += line.length + (start.startsWith('\r\n', from + line.length) ? 2 : 1);
  }
  throw noHeader();
}

/**
 * The separator that the header has most often outside quotation marks, and how lines end. Files that were put together have line
 * feeds with and without a carriage return. A carriage return alone ends lines where it ends the header.
 */
function headerOf(text: string): { delimiter: string; lineEnds: string[] } {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  const lineEnds = ['\r\n', '\n'];
  let isQuoted = false;
  let hasBegun = false;
  let before = '';
  for (const character of text) {
    if (hasBegun && !isQuoted && before === '\r' && character !== '\n') lineEnds.push('\r');
    if (hasBegun && !isQuoted && (character === '\n' || before === '\r')) break;
    if (character === '"') isQuoted = !isQuoted;
    const n = counts.get(character);
    if (!isQuoted && n !== undefined) counts.set(character, n + 1);
    if (/\S/.test(character)) hasBegun = true;
    before = character;
  }
  const delimiter = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
  return { delimiter, lineEnds };
}

const SHOWN_ROWS = 3;
const SHOWN_COLUMNS = 8;
const SHOWN_CELL = 60;

/** The first cells of some lines, also of lines that end within a record. */
export function previewOf(text: string): FileChoice['preview'] {
  const { delimiter, lineEnds, from } = layoutOf(text);
  const records: string[][] = parseSync(text.slice(from), {
    ...lax,
    delimiter,
    record_delimiter: lineEnds,
    relax_quotes: true,
    skip_records_with_error: true,
  });
  return shownOf(records);
}

/** The first cells of records. */
export function shownOf([columns = [], ...rows]: string[][]): FileChoice['preview'] {
  const shown = (cells: string[]) => cells.slice(0, SHOWN_COLUMNS).map((cell) => cell.slice(0, SHOWN_CELL));
  return { columns: shown(columns), rows: rows.slice(0, SHOWN_ROWS).map(shown) };
}
