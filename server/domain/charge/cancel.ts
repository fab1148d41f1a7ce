import type { ChargeEnd, ChargeSnapshot } from '../../contract/charge.ts';
import { refuse } from '../../contract/errors.ts';
import { presentOne } from '../../state/resource.ts';
import { transitionAll } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { endCharge } from '../lifecycle/charges/end.ts';
import { lockCharge } from '../lifecycle/charges/lock.ts';
import { chargeResource } from '../model/charge/resource.ts';
import { installationResource } from '../model/installation/resource.ts';

/**
 * Cancels a pending charge, with the installation whose fee it is. Contract: Charge.
 * @throws charge_not_found, CHARGE_NOT_CANCELLABLE
 */
export async function cancelCharge(
  scope: WriteScope,
  { subscriberId, chargeId, reason }: ChargeEnd,
): Promise<ChargeSnapshot> {
  const locked = await lockCharge(scope, chargeId);
  if (locked?.charge.subscriberId !== subscriberId) throw refuse('charge_not_found');
  const { charge, installation } = locked;
  const cancelled = await endCharge(scope, charge, 'cancel', reason ?? null);
  if (installation) await transitionAll(scope, installationResource, [installation], 'cancel');
  return presentOne(scope, chargeResource, cancelled);
}
