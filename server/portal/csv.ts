import { type Stringifier, stringify } from 'csv-stringify';
import type { z } from 'zod';

/**
 * Columns for a kind of object, read off its schema so that they are the same for no rows and for a million:
 * `price.amount` for a field inside of another, in the schema's own order.
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
 * Turns objects into CSV by RFC 4180, with a byte order mark as spreadsheets take the text for another encoding
 * without it. Text that a spreadsheet would run as a formula is neutralised; numbers stay numbers.
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
      // A phone number is no formula: it has digits only, and other systems read it back.
      string: (value) => (/^\+\d{6,15}$/.test(value) ? value : neutral(value)),
    },
  });
}

/**
 * What begins a formula, also behind characters that are not seen. A spreadsheet that takes semicolons for separators
 * ends a cell at each `;`, tab and line break of a text, as it does not know its quotes.
 */
const FORMULA = /(^|[;\t\r\n])([\p{Z}\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]*[=+\-@＝＋－＠])/gu;

/** Text with an apostrophe before each formula in it, which makes it text to a spreadsheet. */
function neutral(value: string): string {
  return value.replace(FORMULA, "$1'$2");
}

/** A list in one cell: amounts of money as people write them, anything else as JSON. */
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
