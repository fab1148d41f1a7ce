import type { z } from 'zod';
import { reasonsOf } from '@/server/contract/reasons.ts';

/** A schema of the contract, by the little that a form needs of it. */
export type ContractSchema<Input> = {
  safeParse: (
    value: unknown,
  ) => { success: true } | { success: false; error: { issues: readonly z.core.$ZodIssue[] } };
  _zod: { input: Input };
};

/**
 * What the API would say to these values before it is asked: one sentence a field, by dot-path. Whatever the
 * contract's schema cannot know (uniqueness, floors, states) is said by the API itself at submission.
 */
export function contractErrors(schema: ContractSchema<unknown>, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const reasons = reasonsOf(parsed.error.issues, values);
  return Object.fromEntries(reasons.map(({ field, message }) => [field, message]));
}
