import { invalidValue, Refusal } from '../contract/errors.ts';
import type { FileQuestion } from '../contract/portal/import-file.ts';
import { isHeader } from '../contract/portal/import-mapping.ts';
import { shownOf } from './import-csv.ts';
import { type ImportTable, MAX_ABOVE, noHeader, TableBuilder } from './import-table.ts';
import { withLeadingZeros } from './leading-zeros.ts';
import { columnName, markStraySheet, strayCellOf } from './stray-cell.ts';
import { archiveOf, partsOf, unreadable } from './workbook-parts.ts';

/**
 * Reads a sheet of an Excel workbook: the given one, or the only one that has cells.
 * @throws VALIDATION_FAILED at `file`, naming the row
 */
export async function readXlsx(
  bytes: Uint8Array,
  sheet?: string,
  header?: string[][],
): Promise<ImportTable | FileQuestion> {
  // The library does not read the directory of an archive, and unpacks without a limit whatever lies in the file, so it gets
  // nothing but what the directory says.
  const checked = archiveOf(withLeadingZeros(partsOf(bytes).map(markStraySheet)));
  const { default: readExcelFile } = await import('read-excel-file/node');
  const all = await readExcelFile(checked, { trim: false }).catch((error: unknown) => {
    throw error instanceof Refusal ? error : unreadable();
  });
  const sheets = all.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
  const chosen = sheet === undefined ? sheets : sheets.filter((each) => each.sheet === sheet);
  const [first, second] = chosen;
  if (!first)
    throw invalidValue('file', sheet === undefined ? 'The file is empty.' : 'The file has no such sheet.');
  if (second) {
    const choices = chosen.map((each) => ({
      value: each.sheet,
      label: each.sheet,
      preview: shownOf(each.data.slice(0, 10).map((row) => row.map(textOf))),
    }));
    return { choose: 'sheet', choices };
  }
  const stray = strayCellOf(first.data);
  if (stray !== null) {
    throw invalidValue(
      'file',
      `The cell ${stray} of the sheet “${first.sheet}” lies far outside of the table. Delete it, or copy the table into a new file.`,
    );
  }
  const start = header
    ? first.data.slice(0, MAX_ABOVE).findIndex((row) => isHeader(row.map(textOf), header))
    : 0;
  if (start < 0) throw noHeader();
  const table = new TableBuilder();
  for (const [i, row] of first.data.entries()) {
    if (i < start) continue;
    table.add(row.map(textOf), `Row ${i + 1} of the sheet`, (column) => `${columnName(column)}${i + 1}`);
  }
  return table.table();
}

/** Excel keeps 15 digits of a number, and writes 0 for the others. */
const LOST_DIGITS = 1e15;

/**
 * The text of a cell, as a person sees it. A number never looks like one with a separator of thousands. One that has lost digits is
 * in scientific notation, which is refused for ids.
 */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : timeText(cell);
  if (typeof cell !== 'number') return String(cell);
  if (Math.abs(cell) >= LOST_DIGITS) return cell.toExponential();
  if (Number.isInteger(cell)) return BigInt(cell).toString();
  // Excel has 15 digits; more are an artefact of binary fractions.
  const text = String(Number(cell.toPrecision(15)));
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** A day, with its time where it has one. */
function timeText(at: Date): string {
  return at
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '');
}
