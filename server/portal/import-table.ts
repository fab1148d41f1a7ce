import { cleaned, isUnseen } from '../contract/clean-text.ts';
import { invalidValue } from '../contract/errors.ts';
import { MAX_FILE_MB } from '../contract/portal/import-file.ts';
import { MAX_JOB_ROWS } from '../contract/portal/job-values.ts';

/** A file as a table. Cells are in the order of the columns; a short row has no last cells. */
export type ImportTable = { columns: string[]; rows: string[][] };

export const MAX_COLUMNS = 200;
export const MAX_CELL = 2_000;

/**
 * The most characters of all cells: as many as the largest CSV file has. The cells of a workbook share a text that it has once, so
 * that a small file would become gigabytes of rows.
 */
const MAX_TEXT = MAX_FILE_MB * 1024 * 1024;

/** The most characters of all rows as they are stored: each cell has the name of its column. */
const MAX_STORED = 5 * MAX_TEXT;

/** The most rows that are handed over together, and their characters: what receives them handles them in one go. */
const MAX_ROWS_OF_PART = 500;
const MAX_CHARACTERS_OF_PART = 128 * 1024;

/** The characters of a row as it is stored. An empty cell is not. */
function storedLength(row: readonly string[], columns: readonly string[]): number {
  return row.reduce((sum, cell, i) => sum + (cell ? cell.length + (columns[i]?.length ?? 0) : 0), 0);
}

/** The rows of a table from a place on that are handed over together, at least one where any is left. */
export function partOf({ columns, rows }: ImportTable, from: number): string[][] {
  let characters = 0;
  const part = rows.slice(from, from + MAX_ROWS_OF_PART);
  const end = part.findIndex((row) => {
    characters += storedLength(row, columns);
    return characters > MAX_CHARACTERS_OF_PART;
  });
  return end < 0 ? part : part.slice(0, Math.max(end, 1));
}

/**
 * Makes a table of records, the first of which is the header. All limits are checked as the records come, so that a file that
 * exceeds one is not read to its end. Rows without any visible character are left out.
 */
export class TableBuilder {
  readonly rows: string[][] = [];
  #columns: string[] | undefined;
  #characters = 0;
  #stored = 0;

  /**
   * Adds a record.
   * @param place names it for people: "Line 3"
   * @param cellAt names a cell by its column, where cells have names
   * @throws VALIDATION_FAILED at `file`, naming the place and the column
   */
  add(cells: readonly string[], place: string, cellAt?: (column: number) => string): void {
    if (cells.every(isUnseen)) return;
    if (!this.#columns) {
      this.#columns = namedColumns(cells, cellAt);
      return;
    }
    const columns = this.#columns;
    const extra = cells.findIndex((cell, i) => i >= columns.length && !isUnseen(cell));
    if (extra >= 0) {
      const name = cellAt ? `: the header has no cell above ${cellAt(extra)}` : '';
      throw invalidValue('file', `${place} has more cells than the header${name}.`);
    }
    const row = cells.slice(0, columns.length);
    const long = row.findIndex((cell) => cell.length > MAX_CELL);
    if (long >= 0) {
      throw invalidValue(
        'file',
        `${place}: the cell in “${columns[long]}” is longer than ${MAX_CELL} characters.`,
      );
    }
    if (row.some((cell) => cell.includes('\0'))) throw noTable();
    for (const cell of row) this.#characters += cell.length;
    if (this.#characters > MAX_TEXT) {
      const most = MAX_TEXT.toLocaleString('en');
      throw invalidValue('file', `The cells of the file have more than ${most} characters. Split it.`);
    }
    this.#stored += storedLength(row, columns);
    if (this.#stored > MAX_STORED) {
      const most = MAX_STORED.toLocaleString('en');
      throw invalidValue(
        'file',
        `The cells of the file, each with the name of its column, have more than ${most} characters. Split it, or shorten the names.`,
      );
    }
    this.rows.push(row.map((cell) => cell.trim().toWellFormed()));
    if (this.rows.length > MAX_JOB_ROWS) {
      const most = MAX_JOB_ROWS.toLocaleString('en');
      throw invalidValue(
        'file',
        `The file has more than ${most} rows. Split it: one import has at most ${most}.`,
      );
    }
  }

  /** @throws VALIDATION_FAILED at `file` for a file without rows */
  table(): ImportTable {
    if (!this.#columns) throw invalidValue('file', 'The file is empty.');
    if (this.rows.length === 0) throw invalidValue('file', 'The file has no rows below its header.');
    return { columns: this.#columns, rows: this.rows };
  }
}

/** The most lines above the header of a statement. */
export const MAX_ABOVE = 100;

/** The refusal of a file that does not have the columns of its statement. */
export function noHeader() {
  return invalidValue(
    'file',
    'This is no such statement: no line has the names of its columns. Upload the file as the gateway exports it.',
  );
}

/** The refusal of bytes that are no table. */
export function noTable() {
  return invalidValue('file', 'This is no CSV file and no .xlsx file.');
}

const MAX_COLUMN_NAME = 200;

/** The names of the columns: an empty one gets its number, a repeated one a number behind it. */
function namedColumns(cells: readonly string[], cellAt?: (column: number) => string): string[] {
  const last = cells.findLastIndex((cell) => !isUnseen(cell));
  if (last >= MAX_COLUMNS) {
    const name = cellAt ? ` The last one is that of the cell ${cellAt(last)}.` : '';
    throw invalidValue('file', `A file has at most ${MAX_COLUMNS} columns.${name}`);
  }
  const names = new Set<string>();
  const repeated = new Map<string, number>();
  for (const [i, cell] of cells.slice(0, last + 1).entries()) {
    if (cell.includes('\0')) throw noTable();
    const written = cleaned(cell.slice(0, MAX_COLUMN_NAME).toWellFormed(), MAX_COLUMN_NAME).replace(
      /\s+/g,
      ' ',
    );
    // A cell that is empty is no key of its row, so a name that each object has, such as `toString`, would be read from there.
    const base = written && !(written in Object.prototype) ? written : `Column ${i + 1}`;
    let n = repeated.get(base) ?? 1;
    let name = base;
    while (names.has(name)) name = `${base} (${++n})`;
    repeated.set(base, n);
    names.add(name);
  }
  return [...names];
}
