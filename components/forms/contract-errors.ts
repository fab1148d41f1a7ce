import type { z } from 'zod';
import { reasonsOf } from '@/server/contract/reasons.ts';

/** The part of a schema of the contract that a form uses. */
export type ContractSchema<Input> = {
  safeParse: (
    value: unknown,
  ) => { success: true } | { success: false; error: { issues: readonly z.core.$ZodIssue[] } };
  _zod: { input: Input };
};

/**
 * The errors that the API would return for these values: one sentence a field, by dot-path. Rules that need the database
 * (uniqueness, floors, states) are checked by the API at submission.
 */
export function contractErrors(schema: ContractSchema<unknown>, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const reasons = reasonsOf(parsed.error.issues, values);
  return Object.fromEntries(reasons.map(({ field, message }) => [field, message]));
}
