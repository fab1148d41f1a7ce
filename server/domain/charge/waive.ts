import type { ChargeEnd, ChargeSnapshot } from '../../contract/charge.ts';
import { refuse } from '../../contract/errors.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { endCharge } from '../lifecycle/charges/end.ts';
import { settleFee } from '../lifecycle/charges/installation.ts';
import { lockCharge } from '../lifecycle/charges/lock.ts';
import { chargeResource } from '../model/charge/resource.ts';

/**
 * Waives a pending charge. The installation whose fee it is continues free of charge. Contract: Charge.
 * @throws charge_not_found, CHARGE_NOT_WAIVABLE
 */
export async function waiveCharge(
  scope: WriteScope,
  { subscriberId, chargeId, reason }: ChargeEnd,
): Promise<ChargeSnapshot> {
  const locked = await lockCharge(scope, chargeId);
  if (locked?.charge.subscriberId !== subscriberId) throw refuse('charge_not_found');
  const { charge, installation } = locked;
  const waived = await endCharge(scope, charge, 'waive', reason ?? null);
  if (installation) await settleFee(scope, installation, { waived: true });
  return presentOne(scope, chargeResource, waived);
}
