import { refuse } from '../../contract/errors.ts';
import type { Scope } from '../../work/scope.ts';

/** @throws FORBIDDEN for a live provider, whose clock is the real time */
export function requireSandbox(scope: Scope): void {
  if (scope.livemode) throw refuse('FORBIDDEN', { message: 'Only sandbox accounts have a test clock.' });
}
