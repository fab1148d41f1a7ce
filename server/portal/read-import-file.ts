import { CsvError, parse } from 'csv-parse/sync';
import { invalidValue } from '../contract/errors.ts';
import { MAX_JOB_ROWS } from '../contract/job-values.ts';

/** A file as a table: the columns, and the cells of each record by column. Empty cells are left out. */
export type ImportFile = { columns: string[]; rows: Record<string, string>[] };

const MAX_COLUMNS = 200;
const MAX_CELL = 2_000;

/**
 * Reads a CSV file: UTF-8 or UTF-16 with or without a byte order mark, otherwise Windows-1252; separated by comma,
 * semicolon or tab. Cells are trimmed, and empty lines are skipped.
 * @throws VALIDATION_FAILED at `file`, naming the line
 */
export function readImportFile(bytes: Buffer): ImportFile {
  const text = decode(bytes);
  if (text.includes('\0')) throw invalidValue('file', 'This is no CSV file.');
  const records = recordsOf(text);
  const [header, ...rest] = records;
  if (!header) throw invalidValue('file', 'The file is empty.');
  const columns = namedColumns(header.cells);
  if (columns.length > MAX_COLUMNS) throw invalidValue('file', `A file has at most ${MAX_COLUMNS} columns.`);
  if (rest.length === 0) throw invalidValue('file', 'The file has no rows below its header.');
  if (rest.length > MAX_JOB_ROWS) {
    throw invalidValue(
      'file',
      `The file has ${rest.length.toLocaleString('en')} rows. Split it: one import has at most ${MAX_JOB_ROWS.toLocaleString('en')}.`,
    );
  }
  return { columns, rows: rest.map((record) => rowOf(columns, record)) };
}

type Record_ = { cells: string[]; line: number };

function recordsOf(text: string): Record_[] {
  try {
    // The types of the parser do not follow its option `info`.
    const parsed = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? `Line ${error.lines}: ` : '';
    throw invalidValue('file', `${line}a quotation mark is not closed, or stands inside a cell without one.`);
  }
}

/** @throws VALIDATION_FAILED for cells without a column, and for a cell that is too long */
function rowOf(columns: string[], { cells, line }: Record_): Record<string, string> {
  const extra = cells.slice(columns.length).some((cell) => cell !== '');
  if (extra) throw invalidValue('file', `Line ${line} has more cells than the header.`);
  const row: Record<string, string> = {};
  for (const [i, column] of columns.entries()) {
    const cell = cells[i] ?? '';
    if (cell.length > MAX_CELL) {
      throw invalidValue(
        'file',
        `Line ${line}: the cell in “${column}” is longer than ${MAX_CELL} characters.`,
      );
    }
    if (cell !== '') row[column] = cell;
  }
  return row;
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const delimiters = [',', ';', '\t'] as const;

/** The separator that the header has most often, outside quotation marks. */
function delimiterOf(text: string): string {
  const header = /^\s*((?:[^"\r\n]|"(?:[^"]|"")*")*)/.exec(text)?.[1] ?? '';
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => ({ delimiter, n: unquoted.split(delimiter).length }));
  return counts.reduce((best, each) => (each.n > best.n ? each : best)).delimiter;
}

/** The names of the columns: an empty one gets its number, a repeated one a number behind it. */
function namedColumns(cells: string[]): string[] {
  const names: string[] = [];
  for (const [i, cell] of cells.entries()) {
    // No object has an own key `__proto__`.
    const base = cell && cell !== '__proto__' ? cell : `Column ${i + 1}`;
    let name = base;
    for (let n = 2; names.includes(name); n++) name = `${base} (${n})`;
    names.push(name);
  }
  return names;
}
