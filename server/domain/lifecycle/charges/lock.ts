import { and, asc, eq } from 'drizzle-orm';
import { charge } from '../../../../drizzle/schema/charge.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { findForUpdate, look } from '../../../state/resource.ts';
import { type ChargeRow, chargeResource } from '../../model/charge/resource.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import { expireCharges, isPastExpiry } from './end.ts';

/**
 * Locks a charge until the transaction ends, and before it its subscriber and the installation whose fee it is. One
 * whose time is up is expired, whether or not the run that does so has been by.
 * @returns undefined when the provider has no such charge
 */
export async function lockCharge(
  scope: WriteScope,
  id: string,
): Promise<{ charge: ChargeRow; installation: InstallationRow | null } | undefined> {
  const seen = await look(scope, chargeResource, id);
  if (!seen) return undefined;
  await findForUpdate(scope, subscriberResource, seen.subscriberId);
  const installation = seen.installationId
    ? await findForUpdate(scope, installationResource, seen.installationId)
    : null;
  const charge = await findForUpdate(scope, chargeResource, id);
  if (!isPastExpiry(charge, scope.now)) return { charge, installation };
  const after = await expireCharges(scope, [{ row: charge }], installation ? [installation] : []);
  return { charge: after.charges[0] ?? charge, installation: after.installations[0] ?? installation };
}

/** Locks all that a subscriber, who is locked already, has yet to pay or be forgiven. */
export async function lockPendingCharges(
  scope: WriteScope,
  subscriberId: string,
): Promise<{ row: ChargeRow }[]> {
  const rows = await scope.db
    .select()
    .from(charge)
    .where(
      and(
        eq(charge.providerId, scope.providerId),
        eq(charge.subscriberId, subscriberId),
        eq(charge.status, 'PENDING'),
      ),
    )
    .orderBy(asc(charge.id))
    .for('no key update');
  return rows.map((row) => ({ row }));
}
