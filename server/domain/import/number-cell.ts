/** The digits between separators of thousands: in threes, or in twos before the last three as in India. */
const GROUPED = String.raw`\d{1,3}(?:SEP\d{3})+|\d{1,2}(?:SEP\d{2})+SEP\d{3}`;

const groupedBy = (separator: string) => new RegExp(`^-?(?:${GROUPED.replaceAll('SEP', separator)})$`);

const groupedByComma = groupedBy(',');
const groupedByPoint = groupedBy(String.raw`\.`);
/** Blanks that separate thousands, and the apostrophe of Switzerland. */
const groupedByBlank = groupedBy(String.raw`[\s\u00a0\u202f\u2009'’]`);

/**
 * The numbers that a cell may be. `1,000` and `1.000` are one thousand, or one with three decimals; any other number has one
 * reading. None for a text that is no number, such as one with a unit.
 */
export function readingsOf(cell: string): number[] {
  if (/^-?\d+$/.test(cell)) return [Number(cell)];
  const [, whole = '', separator, decimals = ''] = /^(-?[^.,]*)([.,])(\d+)$/.exec(cell) ?? [];
  if (separator && /^-?\d+$/.test(whole)) {
    const decimal = Number(`${whole}.${decimals}`);
    // A group of thousands never begins with 0.
    const isGroup = decimals.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole);
    return isGroup ? [Number(`${whole}${decimals}`), decimal] : [decimal];
  }
  for (const [grouped, point] of [
    [groupedByComma, '.'],
    [groupedByPoint, ','],
    [groupedByBlank, '.'],
    [groupedByBlank, ','],
  ] as const) {
    const at = cell.lastIndexOf(point);
    const [before, after] = at < 0 ? [cell, ''] : [cell.slice(0, at), cell.slice(at + 1)];
    if (grouped.test(before) && /^\d*$/.test(after) && !(at >= 0 && after === '')) {
      return [Number(`${before.replace(/[^\d-]/g, '')}${after && `.${after}`}`)];
    }
  }
  return [];
}
