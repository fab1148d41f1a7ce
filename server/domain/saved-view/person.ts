import { refuse } from '../../contract/errors.ts';
import type { Scope } from '../../db/scope.ts';

/** @throws FORBIDDEN unless the caller is a person */
export function personOf({ caller }: Scope) {
  if (caller.type !== 'staff') throw refuse('FORBIDDEN');
  return caller;
}
