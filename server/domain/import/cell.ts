import { cleaned, cleanedId, isUnseen } from '../../contract/clean-text.ts';
import type { ImportFieldKind } from '../../contract/portal/import-fields.ts';

/** The most characters of a cell. The reading of a file refuses longer ones. */
const MAX_CELL = 2_000;

/** What databases write for no value, in lower case. */
const empty = new Set(['null', '(null)', '<null>', '[null]', '\\n', '""', '(blank)', '(empty)', '(none)']);

/**
 * "Not available" in English and as the function NA() of a spreadsheet in other languages, an error of a formula (`#SPILL!`), a
 * number that was wider than its column, and dashes alone.
 */
const EMPTY =
  /^(?:n\s?[/\\.]\s?a\.?|#(?:n\/a(?: n\/a)?|nv|n\/d|н\/д|n\/b|n\/t|n\/tilg|i\/t|puuttuu|yok)|#¿?[\p{L}\d/_]{2,30}[!?]|#{2,}|[\p{Pd}−_]+)$/iu;

/** As `empty`, but also words of which people, places and plans have names. */
const emptyButNamed = new Set(['na', 'none', 'nil', 'nan', 'undefined']);

const hasNames: ReadonlySet<ImportFieldKind> = new Set(['name', 'text', 'address', 'country', 'reference']);

const identifies: ReadonlySet<ImportFieldKind> = new Set(['id', 'email', 'phone', 'reference']);

/**
 * The text of a cell, as the API would store it: without invisible characters, and without the apostrophe with which
 * exports keep a text from being a formula or a number, and without the formula `="0042"` with which they do the same. Empty for a
 * cell that says "none". The line breaks of an address become commas.
 * @param kept a text of this field that does not say "none"
 */
export function cellText(kind: ImportFieldKind, cell: unknown, kept?: string): string {
  const written = String(cell ?? '').slice(0, MAX_CELL);
  const clean = identifies.has(kind) ? cleanedId(written, MAX_CELL) : cleaned(written, MAX_CELL);
  const quoted = identifies.has(kind) || kind === 'number' ? /^'(?=[=+\-@\d])/ : /^'(?=[=+\-@])/;
  const text = clean.replace(quoted, '').replace(/^="([^"]*)"$/, '$1');
  if (text === kept) return text;
  const lower = text.toLowerCase();
  if (empty.has(lower) || EMPTY.test(lower) || (emptyButNamed.has(lower) && !hasNames.has(kind))) return '';
  return kind === 'address' ? oneLine(text) : text;
}

/** The lines of an address, separated by commas. */
function oneLine(text: string): string {
  return text
    .split(/[\n\r\u2028\u2029]/)
    .filter((line) => !isUnseen(line))
    .map((line) => line.trim())
    .reduce((all, line) => (all === '' ? line : `${all}${/[,;]$/.test(all) ? '' : ','} ${line}`), '');
}

/** A number that a spreadsheet has shortened: its other digits are lost. */
const SCIENTIFIC = /^[+-]?(?:\d+[.,]\d*e[+-]?|\d+e[+-])\d+$/i;

/** Whether a cell has digits of an id or a phone number in scientific notation. */
export function isShortened(kind: ImportFieldKind, text: string): boolean {
  return identifies.has(kind) && SCIENTIFIC.test(text);
}

/** An id or a phone number that a program has written as a number with decimals: `254712345678.0`. No digit is lost. */
export function withoutDecimals(text: string): string {
  return text.replace(/^(\+?\d+)\.0$/, '$1');
}
