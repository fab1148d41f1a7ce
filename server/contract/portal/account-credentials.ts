import { z } from 'zod';
import { issue } from '../primitives.ts';

/** What an account at a gateway takes, in the order in which staff enter it. */
export type AccountFields<N extends string> = { required: readonly N[]; optional: readonly N[] };

/** Checks that an input has what its gateway requires, and nothing that it does not take. `names` are those of all gateways. */
export function checkFields<N extends string>(
  ctx: z.core.$RefinementCtx,
  value: Partial<Record<N, unknown>>,
  { required, optional }: AccountFields<N>,
  names: readonly N[],
): void {
  for (const name of required) if (value[name] === undefined) issue(ctx, 'REQUIRED', undefined, [name]);
  const taken = [...required, ...optional];
  for (const name of names) {
    if (value[name] !== undefined && !taken.includes(name)) issue(ctx, 'NOT_ALLOWED', undefined, [name]);
  }
}

/** The gateway's own answer to the credentials. */
export const accountTest = z.object({ isAccepted: z.boolean(), answer: z.string() });
export type AccountTest = z.output<typeof accountTest>;
