import { and, asc, eq, type SQL } from 'drizzle-orm';
import { charge } from '../../../../drizzle/schema/charge.ts';
import { isOneOf } from '../../../db/statement.ts';
import { findForUpdate, findOrNull } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type ChargeRow, chargeResource } from '../../model/charge/resource.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';

/** A locked charge, with the locked installation whose fee it is. */
export type LockedCharge = { charge: ChargeRow; installation: InstallationRow | null };

/**
 * Locks a charge until the transaction ends, after its subscriber and the installation whose fee it is.
 * `expireChargeIfDue` follows in every verb, because the charge may be past its expiry.
 * @returns undefined when the provider has no such charge
 */
export async function lockCharge(scope: WriteScope, id: string): Promise<LockedCharge | undefined> {
  const seen = await findOrNull(scope, chargeResource, id);
  if (!seen) return undefined;
  await findForUpdate(scope, subscriberResource, seen.subscriberId);
  const installation = seen.installationId
    ? await findForUpdate(scope, installationResource, seen.installationId)
    : null;
  return { charge: await findForUpdate(scope, chargeResource, id), installation };
}

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
