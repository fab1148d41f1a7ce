import { type Stringifier, stringify } from 'csv-stringify';
import type { z } from 'zod';

/**
 * The columns for a kind of object, from its schema, so that an empty list has them too. A nested field is
 * `price.amount`. The order is the schema's.
 */
export function columnsOf(schema: z.core.$ZodType, path = ''): string[] {
  const { innerType, shape } = schema._zod.def as {
    innerType?: z.core.$ZodType;
    shape?: Record<string, z.core.$ZodType>;
  };
  if (innerType) return columnsOf(innerType, path);
  if (!shape) return [path];
  return Object.entries(shape).flatMap(([key, field]) => columnsOf(field, path ? `${path}.${key}` : key));
}

/**
 * Turns objects into CSV (RFC 4180). It begins with a byte order mark, without which spreadsheets assume another
 * encoding. Text that a spreadsheet would run as a formula is neutralised; numbers stay numbers.
 */
export function csvOf(columns: string[]): Stringifier {
  return stringify({
    header: true,
    bom: true,
    record_delimiter: 'windows',
    columns: columns.map((key) => ({ key, header: key })),
    cast: {
      boolean: String,
      object: (value) => neutral(listText(value)),
      // A phone number is no formula, and other systems read it back.
      string: (value) => (/^\+\d{6,15}$/.test(value) ? value : neutral(value)),
    },
  });
}

/**
 * The start of a formula, also behind invisible characters and quotes. A spreadsheet that separates by semicolons ends a
 * cell at each `;`, tab and line break, and removes the quotes at the start of the next.
 */
const FORMULA = /(^|[;\t\r\n])(["\p{Z}\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]*[=+\-@＝＋－＠])/gu;

/** Puts an apostrophe before each formula in a text, so that a spreadsheet treats it as text. */
function neutral(value: string): string {
  return value.replace(FORMULA, "$1'$2");
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
