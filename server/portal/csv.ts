import { type Stringifier, stringify } from 'csv-stringify';
import { z } from 'zod';
import { isTurnUsed, nextTurn } from '../turn.ts';

/**
 * The fields of a kind of object, from its schema, so that an empty list has them too. A nested field is
 * `price.amount`. The order is the schema's.
 */
export function fieldsOf(schema: z.core.$ZodType, path = ''): { path: string; isInstant: boolean }[] {
  const { innerType, shape } = schema._zod.def as {
    innerType?: z.core.$ZodType;
    shape?: Record<string, z.core.$ZodType>;
  };
  if (innerType) return fieldsOf(innerType, path);
  if (!shape) return [{ path, isInstant: z.globalRegistry.get(schema)?.format === 'date-time' }];
  return Object.entries(shape).flatMap(([key, field]) => fieldsOf(field, path ? `${path}.${key}` : key));
}

/**
 * Turns objects, or arrays of cells, into CSV (RFC 4180). It begins with a byte order mark, without which spreadsheets assume another
 * encoding. Text that a spreadsheet would run as a formula is neutralised; numbers stay numbers.
 */
export function csvOf(columns: string[]): Stringifier {
  return stringify({
    header: true,
    bom: true,
    record_delimiter: 'windows',
    columns: columns.map((key) => ({ key, header: key })),
    // Rows that wait for a slow reader are written in one go when it reads.
    writableHighWaterMark: 1,
    cast: {
      boolean: String,
      object: (value) => neutral(listText(value)),
      // A phone number is no formula, and other systems read it back.
      string: (value) => (/^\+\d{6,15}$/.test(value) ? value : neutral(value)),
    },
  });
}

/**
 * Where a cell may begin, and the quotes and invisible characters behind it. A spreadsheet that separates by semicolons ends a cell at
 * each `;`, tab and line break, and removes the quotes at the start of the next. It matches whatever follows, so that a text
 * is read once: an expression that names the sign of a formula too takes quadratic time.
 */
const CELL_START = /(^(?!;)|[;\t\r\n])(["\p{Z}\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]*)/gu;

/** The signs with which a formula begins. */
const FORMULA_SIGNS = new Set('=+-@＝＋－＠');

/** Puts an apostrophe before each formula in a text, so that a spreadsheet treats it as text. */
function neutral(value: string): string {
  return value.replace(CELL_START, (start: string, separator: string, hidden: string, at: number) =>
    FORMULA_SIGNS.has(value.charAt(at + start.length)) ? `${separator}'${hidden}` : start,
  );
}

/** Rows for CSV, with turns for other requests: the rows of a page arrive together, and would be written in one go. */
export async function* inTurns<T>(rows: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  for await (const row of rows) {
    if (isTurnUsed()) await nextTurn();
    yield row;
  }
}

/** A list in one cell: amounts of money in plain notation, anything else as JSON. */
function listText(value: object): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.length === 0 || value.every(isMoney)
    ? value.map(({ amount, currency }) => `${amount} ${currency}`).join('; ')
    : JSON.stringify(value);
}

function isMoney(value: unknown): boolean {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return keys.length === 2 && keys.includes('amount') && keys.includes('currency');
}
