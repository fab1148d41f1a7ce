import { isSheet } from './stray-cell.ts';
import type { Part } from './workbook-parts.ts';

const STYLES = /(?:^|\/)styles\.xml$/i;
const FORMAT = /<(?:\w{1,20}:)?numFmt\s[^>]{1,500}>/g;
const STYLE = /<(?:\w{1,20}:)?xf\s[^>]{1,500}>/g;
/** A cell that has nothing but a natural number. The lengths are limited, so that no text takes quadratic time. */
const NUMBER = /<((?:\w{1,20}:)?c)(\s[^>]{1,200})>(<(?:\w{1,20}:)?v>)(\d{1,15})</g;

/**
 * A workbook whose numbers have the leading zeros that a person sees: a cell with 100 and the format `00000` shows 00100. The library
 * returns the number alone, which is another postal code or phone number.
 */
export function withLeadingZeros(parts: Part[]): Part[] {
  const styles = parts.find(({ name }) => STYLES.test(Buffer.from(name).toString('latin1')));
  const digits = styles
    ? digitsOf(Buffer.from(styles.content).toString('latin1'))
    : new Map<string, number>();
  if (digits.size === 0) return parts;
  return parts.map((part) => (isSheet(part) ? { ...part, content: padded(part.content, digits) } : part));
}

/** How many digits a number has at least, by the style of its cell: for formats that are zeros alone. */
function digitsOf(styles: string): Map<string, number> {
  const zeros = new Map<string, number>();
  for (const [format] of styles.matchAll(FORMAT)) {
    const { length } = /\sformatCode="(0{2,20})"/.exec(format)?.[1] ?? '';
    if (length > 0) zeros.set(attributeOf(format, 'format'), length);
  }
  const from = styles.search(/<(?:\w{1,20}:)?cellXfs\b/);
  const to = styles.search(/<\/(?:\w{1,20}:)?cellXfs>/);
  const byStyle = new Map<string, number>();
  for (const [style, [xf]] of [...styles.slice(from, to).matchAll(STYLE)].entries()) {
    const length = zeros.get(attributeOf(xf, 'format'));
    if (length !== undefined) byStyle.set(String(style), length);
  }
  return byStyle;
}

/** The number of a format, of a style, and of a cell's style; the type of a cell. */
const attributes = {
  format: /\snumFmtId="(\d{1,6})"/,
  style: /\ss="(\d{1,6})"/,
  type: /\st="(\w{1,20})"/,
};

function attributeOf(text: string, attribute: keyof typeof attributes): string {
  return attributes[attribute].exec(text)?.[1] ?? '';
}

/** The sheet with those numbers as text. */
function padded(sheet: Uint8Array, digits: ReadonlyMap<string, number>): Uint8Array {
  const xml = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.byteLength).toString('latin1');
  const text = xml.replace(NUMBER, (cell, tag: string, given: string, value: string, number: string) => {
    const length = digits.get(attributeOf(given, 'style')) ?? 0;
    const type = attributeOf(given, 'type');
    if (length <= number.length || (type !== '' && type !== 'n')) return cell;
    const others = given.replace(attributes.type, '');
    return `<${tag}${others} t="str">${value}${number.padStart(length, '0')}<`;
  });
  return Buffer.from(text, 'latin1');
}
