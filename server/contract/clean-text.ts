/** Imports no library, so that pages can import it at no cost. */

/** Blanks, and characters that have no width: zero width, direction marks and isolates, byte order mark, soft hyphen, fillers. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Characters without a width that change the look of the character before them: in emoji and in Mongolian. */
const CHANGES_LOOK = /[\p{Variation_Selector}\u{E0020}-\u{E007F}]/u;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** The most UTF-16 units whose composition (NFC) is one unit: ᾂ has four. */
const UNITS_COMPOSED = 4;

/** The most blanks and invisible characters that a text may have in addition to its visible ones. */
const MAX_UNSEEN = 4_096;

/** Whether a text has no visible character. Contract: Values. */
export function isUnseen(value: string): boolean {
  return value.length <= MAX_UNSEEN && startOf(value) === value.length;
}

/**
 * A text as it is stored and compared: in Unicode form NFC, without blanks and invisible characters around it. Contract:
 * Values.
 * @param max the most UTF-16 units that the text may have. A text that cannot be that short is returned as it is, because the
 *   composition of many combining marks takes long; the check of the length refuses it.
 */
export function cleaned(value: string, max: number): string {
  return isTooLong(value, max) ? value : composed(trimmed(value), max);
}

/**
 * As `cleaned`, for an email address, a phone number or an id: without invisible characters inside either. Contract: Values.
 * @param max as for `cleaned`
 */
export function cleanedId(value: string, max: number): string {
  return isTooLong(value, max) ? value : composed(trimmed(value).replace(INVISIBLE, ''), max);
}

function isTooLong(value: string, max: number): boolean {
  return value.length > max * UNITS_COMPOSED + MAX_UNSEEN;
}

function composed(value: string, max: number): string {
  return value.length > max * UNITS_COMPOSED || hasTooManyMarks(value) ? value : value.normalize('NFC');
}

/** The most combining marks in a row, as in Unicode's stream-safe text. The time of a composition grows with their square. */
const MAX_MARKS = 30;

const FIRST_MARK = 0x300;
const MARK = /\p{M}/u;

/** Whether a text has more than 30 combining marks in a row, as no language has. Contract: Values. */
export function hasTooManyMarks(value: string): boolean {
  let marks = 0;
  for (let i = 0; i < value.length; i++) {
    const isMark = value.charCodeAt(i) >= FIRST_MARK && MARK.test(value.charAt(i));
    marks = isMark ? marks + 1 : 0;
    if (marks > MAX_MARKS) return true;
  }
  return false;
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
