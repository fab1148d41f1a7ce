import { findForUpdate, findOrNull } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { chargeResource } from '../../model/charge/resource.ts';
import { installationResource } from '../../model/installation/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import { expireChargeIfDue, type LockedCharge } from './end.ts';

/**
 * Locks a charge until the transaction ends, after its subscriber and the installation whose fee it is. A charge past its
 * expiry has expired in the returned row, because a verb may come before the billing run that expires it.
 * @returns undefined when the provider has no such charge
 */
export async function lockCharge(scope: WriteScope, id: string): Promise<LockedCharge | undefined> {
  const seen = await findOrNull(scope, chargeResource, id);
  if (!seen) return undefined;
  await findForUpdate(scope, subscriberResource, seen.subscriberId);
  const installation = seen.installationId
    ? await findForUpdate(scope, installationResource, seen.installationId)
    : null;
  return expireChargeIfDue(scope, { charge: await findForUpdate(scope, chargeResource, id), installation });
}
