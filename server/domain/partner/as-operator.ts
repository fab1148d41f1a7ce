import { randomUUID } from 'node:crypto';
import type { Caller, WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { showPartner } from './read.ts';

/** The caller of changes on the command line. */
export const operator = { type: 'system', name: 'operator' } as const satisfies Caller;

/**
 * Runs work on an account as the operator, in one transaction. Contract: Operator.
 * @throws NOT_FOUND
 */
export async function asOperator<T>(providerId: string, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  const { livemode } = await showPartner(providerId);
  return transaction({ providerId, livemode, caller: operator, correlationId: randomUUID() }, work);
}
