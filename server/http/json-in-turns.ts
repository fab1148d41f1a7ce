import { isTurnUsed, nextTurn } from '../turn.ts';

/** The most characters that are encoded in one turn, unless one element of a list has more. */
const PART_LENGTH = 64 * 1024;

/** As UTF-8: a text, or parts where it is long. */
export type Json = string | Buffer[];

/**
 * As `JSON.stringify`, with turns of the event loop between the elements of long lists: the rows of a page have as much text as the
 * clients of an account gave them, some megabytes together. A short text takes no turn.
 * @param value plain data
 */
export async function jsonInTurns(value: unknown): Promise<Json> {
  const parts: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length > PART_LENGTH) {
      parts.push(Buffer.from(text));
      text = '';
    }
    if (isTurnUsed()) await nextTurn();
  }
  return parts.length === 0 ? text : [...parts, Buffer.from(text)];
}

/** Such a field is left out. */
const hasNoJson = (value: unknown) => ['undefined', 'function', 'symbol'].includes(typeof value);

/** The text of a value: objects are taken apart down to the first list, lists into their elements. */
function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    let before = '[';
    for (const element of value) {
      yield before + (JSON.stringify(element) ?? 'null');
      before = ',';
    }
    yield value.length > 0 ? ']' : '[]';
  } else if (typeof value === 'object' && value !== null && !('toJSON' in value)) {
    let before = '{';
    for (const [key, field] of Object.entries(value)) {
      if (hasNoJson(field)) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* piecesOf(field);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(value);
}
