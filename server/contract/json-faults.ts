import { type Code, codes } from './codes.ts';
import { MAX_REASONS, type RejectionReason } from './errors.ts';
import { isCleanText } from './primitives.ts';

/** No valid JSON is nested this deeply. The limit keeps recursive functions over it safe. */
const MAX_DEPTH = 32;

/** The most keys and values. The largest valid body is a bulk action on 20,000 ids. */
const MAX_VALUES = 25_000;

/** The most keys of one object. No schema has so many, and no map either. */
const MAX_KEYS = 2_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The reason against a JSON text for what would take long to parse: more than 32 levels, and more than 25,000 keys and values. It is
 * read once, as bytes. Contract: Transport.
 */
export function jsonTextFault(bytes: Uint8Array): RejectionReason | null {
  let values = 1;
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfText(bytes, i);
    else if (byte === COMMA) values++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      if (++depth > MAX_DEPTH) return tooDeep;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    if (values > MAX_VALUES) return reason([], 'OUT_OF_RANGE', 'The body has too many values.');
  }
  return null;
}

/** The index of the quotation mark that ends a text. */
function endOfText(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}

const tooDeep = reason([], 'INVALID_FORMAT', 'The body is nested too deeply.');

type Walk = { isClosed: boolean; reasons: RejectionReason[]; unreadable: RejectionReason | null };

/**
 * Reasons against JSON from outside that hold whatever its schema: more than 32 levels, and NUL or a lone surrogate in a text
 * or a key. Contract: Transport.
 * @param isClosed whether a schema has all keys. Then an object has at most 2,000, and no key `__proto__`, which maps of zod drop
 *   silently.
 * @returns `isReadable` is false for JSON that no other function may walk
 */
export function jsonFaults(
  value: unknown,
  { isClosed }: { isClosed: boolean },
): { reasons: RejectionReason[]; isReadable: boolean } {
  const walk: Walk = { isClosed, reasons: [], unreadable: null };
  visit(walk, value, [], MAX_DEPTH);
  return walk.unreadable
    ? { reasons: [walk.unreadable], isReadable: false }
    : { reasons: walk.reasons, isReadable: true };
}

function visit(walk: Walk, value: unknown, path: string[], levels: number): void {
  if (typeof value === 'string') {
    if (!isCleanText(value)) add(walk, reason(path, 'INVALID_FORMAT'));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) walk.unreadable = tooDeep;
  const keys = Object.keys(value);
  if (walk.isClosed && keys.length > MAX_KEYS && !Array.isArray(value)) {
    walk.unreadable ??= reason(path, 'OUT_OF_RANGE', `At most ${MAX_KEYS.toLocaleString('en')} keys.`);
  }
  for (const key of keys) {
    if (walk.unreadable) return;
    path.push(key);
    if (!isCleanText(key)) add(walk, reason([], 'INVALID_FORMAT'));
    else if (walk.isClosed && key === '__proto__') add(walk, reason(path, 'NOT_ALLOWED'));
    else visit(walk, (value as Record<string, unknown>)[key], path, levels - 1);
    path.pop();
  }
}

function add({ reasons }: Walk, found: RejectionReason): void {
  if (reasons.length < MAX_REASONS) reasons.push(found);
}

function reason(path: string[], code: Code, message: string = codes[code]): RejectionReason {
  return { field: path.join('.') || '_', code, message };
}
