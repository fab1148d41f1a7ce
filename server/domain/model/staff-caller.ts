import { refuse } from '../../contract/errors.ts';
import type { Caller, Scope } from '../../work/scope.ts';

/**
 * The member of staff who calls. Notes and tags are of the portal only.
 * @throws FORBIDDEN for any other caller
 */
export function requireStaff({ caller }: Scope): Extract<Caller, { type: 'staff' }> {
  if (caller.type !== 'staff') throw refuse('FORBIDDEN');
  return caller;
}
