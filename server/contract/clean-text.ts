/** Imports no library, so that pages can import it at no cost. */

/** Blanks, and characters that have no width: zero width, direction marks and isolates, byte order mark, soft hyphen, fillers. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Characters without a width that change the look of the character before them: in emoji and in Mongolian. */
const CHANGES_LOOK = /[\p{Variation_Selector}\u{E0020}-\u{E007F}]/u;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** The most UTF-16 units whose composition (NFC) is one unit: ᾂ has four. */
const UNITS_COMPOSED = 4;

/** Whether a text has no visible character. Contract: Values. */
export function isUnseen(value: string): boolean {
  return startOf(value) === value.length;
}

/**
 * A text as it is stored and compared: in Unicode form NFC, without blanks and invisible characters around it. Contract:
 * Values.
 * @param max the most UTF-16 units that the text may have. A text that cannot be that short is not composed, because the
 *   composition of many combining marks takes long; the check of the length refuses it.
 */
export function cleaned(value: string, max: number): string {
  return composed(trimmed(value), max);
}

/**
 * As `cleaned`, for an email address, a phone number or an id: without invisible characters inside either. Contract: Values.
 * @param max as for `cleaned`
 */
export function cleanedId(value: string, max: number): string {
  return composed(trimmed(value).replace(INVISIBLE, ''), max);
}

function composed(value: string, max: number): string {
  return value.length > max * UNITS_COMPOSED ? value : value.normalize('NFC');
}

/** A regular expression for the end of a text would take quadratic time, so the text is read from both ends. */
function trimmed(value: string): string {
  const start = startOf(value);
  let end = value.length;
  while (end > start) {
    const last = characterBefore(value, end);
    if (!UNSEEN.test(last) || CHANGES_LOOK.test(last)) break;
    end -= last.length;
  }
  return value.slice(start, end);
}

/** The index of the first visible character. */
function startOf(value: string): number {
  let start = 0;
  while (start < value.length) {
    const first = String.fromCodePoint(value.codePointAt(start) ?? 0);
    if (!UNSEEN.test(first)) break;
    start += first.length;
  }
  return start;
}

function characterBefore(value: string, end: number): string {
  const pair = value.codePointAt(end - 2);
  return pair !== undefined && pair > 0xffff ? value.slice(end - 2, end) : value.slice(end - 1, end);
}
