import { type Code, codes } from './codes.ts';
import { MAX_REASONS, type RejectionReason } from './errors.ts';
import { isCleanText } from './primitives.ts';

/** No valid JSON is nested this deeply. The limit keeps recursive functions over it safe. */
const MAX_DEPTH = 32;

/** The most keys and values of closed JSON. The largest valid one is a bulk action on 20,000 ids. */
const MAX_VALUES = 25_000;

type Walk = { isClosed: boolean; reasons: RejectionReason[]; values: number; isTooDeep: boolean };

/**
 * Reasons against JSON from outside that hold whatever its schema: more than 32 levels, and NUL or a lone surrogate in a text
 * or a key. Contract: Transport.
 * @param isClosed whether a schema has all keys. Then there is a limit of keys and values too, and no key `__proto__`, which
 *   maps of zod drop silently.
 * @returns `isReadable` is false for JSON that no other function may walk
 */
export function jsonFaults(
  value: unknown,
  { isClosed }: { isClosed: boolean },
): { reasons: RejectionReason[]; isReadable: boolean } {
  const walk: Walk = { isClosed, reasons: [], values: 0, isTooDeep: false };
  visit(walk, value, [], MAX_DEPTH);
  const unreadable = walk.isTooDeep
    ? reason([], 'INVALID_FORMAT', 'The body is nested too deeply.')
    : isClosed && walk.values > MAX_VALUES
      ? reason([], 'OUT_OF_RANGE', 'The body has too many values.')
      : null;
  return unreadable
    ? { reasons: [unreadable], isReadable: false }
    : { reasons: walk.reasons, isReadable: true };
}

function visit(walk: Walk, value: unknown, path: string[], levels: number): void {
  walk.values++;
  if (typeof value === 'string') {
    if (!isCleanText(value)) add(walk, reason(path, 'INVALID_FORMAT'));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) walk.isTooDeep = true;
  for (const key of Object.keys(value)) {
    if (walk.isTooDeep || (walk.isClosed && walk.values > MAX_VALUES)) return;
    if (!isCleanText(key)) add(walk, reason([], 'INVALID_FORMAT'));
    else if (walk.isClosed && key === '__proto__') add(walk, reason([...path, key], 'NOT_ALLOWED'));
    else visit(walk, (value as Record<string, unknown>)[key], [...path, key], levels - 1);
  }
}

function add({ reasons }: Walk, found: RejectionReason): void {
  if (reasons.length < MAX_REASONS) reasons.push(found);
}

function reason(path: string[], code: Code, message: string = codes[code]): RejectionReason {
  return { field: path.join('.') || '_', code, message };
}
