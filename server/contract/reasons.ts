import type { z } from 'zod';
import { isUnseen } from './clean-text.ts';
import { type Code, codes } from './codes.ts';
import { MAX_REASONS, type RejectionReason } from './errors.ts';
import { unknownName } from './unknown-name.ts';

type Issue = z.core.$ZodIssue;

/**
 * The rejection reasons for a value that a schema refused: one for each invalid field, all together. The portal's forms
 * use the same function before they send a request. Contract: Validation.
 * @param input the value sent, to distinguish a missing field from an invalid one
 * @param namesOf the names that the schema has at a path
 */
export function reasonsOf(
  issues: readonly Issue[],
  input: unknown,
  namesOf: (path: PropertyKey[]) => string[] = () => [],
): RejectionReason[] {
  const reasons = new Map<string, RejectionReason>();
  const add = (path: PropertyKey[], code: Code, message: string = codes[code]) => {
    const field = path.map(String).join('.') || '_';
    if (!reasons.has(field)) reasons.set(field, { field, code, message });
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      const known = namesOf(issue.path);
      for (const key of issue.keys.slice(0, MAX_REASONS)) {
        add([...issue.path, key], 'NOT_ALLOWED', unknownName('field', key, known));
      }
      continue;
    }
    const value = valueAt(input, issue.path);
    const code = codeOf(issue, value);
    add(issue.path, code, code === 'REQUIRED' ? undefined : messageOf(issue, value));
  }
  return [...reasons.values()];
}

function codeOf(issue: Issue, value: unknown): Code {
  if (issue.code === 'custom')
    return value === undefined && !issue.params?.code ? 'REQUIRED' : customCode(issue);
  if (value === undefined || (isBlank(value) && issue.code !== 'invalid_type')) return 'REQUIRED';
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return 'OUT_OF_RANGE';
    case 'invalid_value':
      return typeof value === 'string' ? 'UNSUPPORTED' : 'INVALID_FORMAT';
    default:
      return 'INVALID_FORMAT';
  }
}

function customCode(issue: Issue): Code {
  const code = (issue as { params?: { code?: string } }).params?.code;
  return code && code in codes ? (code as Code) : 'INVALID_VALUE';
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && isUnseen(value);
}

/** Bounds, choices and the schema's own messages. Without one, the sentence of the code applies. */
function messageOf(issue: Issue, value: unknown): string | undefined {
  switch (issue.code) {
    case 'custom':
      return issue.message === 'Invalid input' ? undefined : issue.message;
    case 'too_small':
      return issue.inclusive === false
        ? `Above ${issue.minimum}.`
        : `At least ${counted(Number(issue.minimum), issue.origin)}.`;
    case 'too_big':
      return `At most ${counted(Number(issue.maximum), issue.origin)}.`;
    case 'invalid_value':
      return typeof value === 'string' ? `One of ${issue.values.join(', ')}.` : undefined;
    default:
      return undefined;
  }
}

/** A bound with its unit: characters of a text, entries of a list, else the bare number. */
function counted(bound: number, origin: string): string {
  if (origin === 'string') return `${bound} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  return String(bound);
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
