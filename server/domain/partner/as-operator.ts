import { randomUUID } from 'node:crypto';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { showPartner } from './read.ts';

/**
 * Runs work on an account as the operator, in one transaction. Contract: Operator.
 * @throws NOT_FOUND
 */
export async function asOperator<T>(providerId: string, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  const { livemode } = await showPartner(providerId);
  const caller = { type: 'system', name: 'operator' } as const;
  return transaction({ providerId, livemode, caller, correlationId: randomUUID() }, work);
}
