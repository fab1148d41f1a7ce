import { and, asc, eq, type SQL } from 'drizzle-orm';
import { charge } from '../../../../drizzle/schema/charge.ts';
import { isOneOf } from '../../../db/statement.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { ChargeRow } from '../../model/charge/resource.ts';

/** Locks those of the charges that are pending. */
export async function lockPendingCharges(scope: WriteScope, ids: string[]): Promise<ChargeRow[]> {
  return ids.length === 0 ? [] : lockPendingWhere(scope, isOneOf(charge.id, ids));
}

/** Locks the pending charges of a locked subscriber. */
export function lockPendingChargesOf(scope: WriteScope, subscriberId: string): Promise<ChargeRow[]> {
  return lockPendingWhere(scope, eq(charge.subscriberId, subscriberId));
}

async function lockPendingWhere(scope: WriteScope, condition: SQL): Promise<ChargeRow[]> {
  return scope.db
    .select()
    .from(charge)
    .where(and(eq(charge.providerId, scope.providerId), condition, eq(charge.status, 'PENDING')))
    .orderBy(asc(charge.id))
    .for('no key update');
}
