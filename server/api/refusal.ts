import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { type Code, codes } from '../contract/codes.ts';
import { invalid, Refusal, type RejectionReason, refuse } from '../contract/errors.ts';

/**
 * Whatever was thrown, as the refusal a caller may see. Anything not foreseen is INTERNAL_ERROR and says nothing.
 * @param input what the caller sent, to tell a missing field from a wrong one
 */
export function refusalOf(error: unknown, input: unknown): Refusal {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error;
  if (cause instanceof Refusal) return cause;
  if (cause instanceof z.core.$ZodError) return invalid(reasonsOf(cause.issues, input));
  if (error instanceof TRPCError && error.code === 'NOT_FOUND') return refuse('NOT_FOUND');
  if (error instanceof TRPCError && error.code === 'BAD_REQUEST') {
    return invalid([{ field: '_', code: 'INVALID_FORMAT' }]);
  }
  return refuse('INTERNAL_ERROR');
}

/** One reason for every field that is wrong. Contract: Validation. */
export function reasonsOf(issues: readonly z.core.$ZodIssue[], input: unknown): RejectionReason[] {
  const seen = new Set<string>();
  const reasons: RejectionReason[] = [];
  const add = (path: PropertyKey[], code: Code, message?: string) => {
    const field = path.map(String).join('.') || '_';
    if (seen.has(field)) return;
    seen.add(field);
    reasons.push({ field, code, message: message ?? codes[code] });
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], 'NOT_ALLOWED');
      continue;
    }
    const value = valueAt(input, issue.path);
    add(issue.path, codeOf(issue, value), messageOf(issue, value));
  }
  return reasons;
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): Code {
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

function customCode(issue: z.core.$ZodIssue): Code {
  const code = (issue as { params?: { code?: string } }).params?.code;
  return code && code in codes ? (code as Code) : 'INVALID_VALUE';
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** zod's own words where they help (bounds, choices); ours where they do not. */
function messageOf(issue: z.core.$ZodIssue, value: unknown): string | undefined {
  if (codeOf(issue, value) === 'REQUIRED') return undefined;
  if (issue.code === 'custom') return issue.message === 'Invalid input' ? undefined : issue.message;
  if (issue.code === 'too_small' || issue.code === 'too_big') return issue.message.replace(/^Too \w+: /, '');
  if (issue.code === 'invalid_value' && typeof value === 'string')
    return `One of ${issue.values.join(', ')}.`;
  return undefined;
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
