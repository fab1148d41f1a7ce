import { MAX_COLUMNS } from './import-table.ts';
import type { Part } from './workbook-parts.ts';

/**
 * The most cells of the smallest table around all values of a sheet. The library makes all of them, so that one value in the last
 * cell of a sheet, XFD1048576, would take more memory than there is. A full sheet of 120 MB has fewer.
 */
const MAX_AREA = 8_000_000;

const SHEET = /(?:^|\/)worksheets\/[^/]*\.xml$/i;

/** The start of a cell with content. The length of its attributes is limited, so that no text takes quadratic time. */
const CELL = /<(?:\w{1,20}:)?c\s(?:[^>]{0,200}?\s)?r="([A-Z]{1,3})(\d{1,7})"[^>]{0,200}?(?<!\/)>(?!<\/)/g;

/** What is searched in one piece, and by how much the pieces overlap, in bytes. */
const PIECE = 1024 * 1024;
const OVERLAP = 1024;

/** No text of a workbook begins with this character. */
const MARK = '\0';

/** Whether a part of a workbook is a sheet. */
export function isSheet({ name }: Part): boolean {
  return SHEET.test(Buffer.from(name).toString('latin1'));
}

/** A sheet with a cell far outside of its table is replaced by one that has nothing but the name of that cell. */
export function markStraySheet(part: Part): Part {
  if (!isSheet(part)) return part;
  const stray = findStrayCell(part.content);
  if (stray === null) return part;
  const xml = `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${MARK}${stray}</t></is></c></row></sheetData></worksheet>`;
  return { ...part, content: Buffer.from(xml) };
}

/** The name of the stray cell of a sheet that was replaced, else null. */
export function strayCellOf([row]: readonly (readonly unknown[])[]): string | null {
  const text = row?.[0];
  return typeof text === 'string' && text.startsWith(MARK) ? text.slice(MARK.length) : null;
}

/** The first cell in the last column or row, if the table around all values is too large. */
function findStrayCell(xml: Uint8Array): string | null {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength);
  const widest = { column: 0, name: '' };
  const lowest = { row: 0, name: '' };
  for (let from = 0; from < bytes.length; from += PIECE) {
    for (const [, letters = '', digits = ''] of bytes
      .toString('latin1', from, from + PIECE + OVERLAP)
      .matchAll(CELL)) {
      const [column, row] = [columnNumber(letters), Number(digits)];
      if (column > widest.column) Object.assign(widest, { column, name: letters + digits });
      if (row > lowest.row) Object.assign(lowest, { row, name: letters + digits });
    }
  }
  if (widest.column * lowest.row <= MAX_AREA) return null;
  return widest.column > MAX_COLUMNS ? widest.name : lowest.name;
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The letters of a column by its index from 0. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
