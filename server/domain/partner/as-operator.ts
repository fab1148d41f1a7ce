import { randomUUID } from 'node:crypto';
import { refuse } from '../../contract/errors.ts';
import type { Caller, WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { showPartner } from './read.ts';

/** The caller of changes on the command line. */
export const operator = { type: 'system', name: 'operator' } as const satisfies Caller;

/**
 * Runs work on an account as the operator, in one transaction. Contract: Operator.
 * @throws NOT_FOUND; CONFLICT for an account of another cell
 */
export async function asOperator<T>(providerId: string, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  const { livemode, otherCell } = await showPartner(providerId);
  if (otherCell) {
    const message = `The account is one of the cell ${otherCell}. Run the command there.`;
    throw refuse('CONFLICT', { message });
  }
  return transaction({ providerId, livemode, caller: operator, correlationId: randomUUID() }, work);
}
