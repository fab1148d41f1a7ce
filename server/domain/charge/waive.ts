import type { ChargeEnd, ChargeSnapshot } from '../../contract/charge.ts';
import { refuse } from '../../contract/errors.ts';
import type { WriteScope } from '../../db/scope.ts';
import { presentOne } from '../../state/resource.ts';
import { endCharge } from '../lifecycle/charges/end.ts';
import { lockCharge } from '../lifecycle/charges/lock.ts';
import { feeSettled } from '../lifecycle/charges/settle-fee.ts';
import { chargeResource } from '../model/charge/resource.ts';

/**
 * Forgoes a pending charge. An installation whose fee it is goes on, free. Contract: Charge.
 * @throws charge_not_found, CHARGE_NOT_WAIVABLE
 */
export async function waiveCharge(
  scope: WriteScope,
  { subscriberId, chargeId, reason }: ChargeEnd,
): Promise<ChargeSnapshot> {
  const locked = await lockCharge(scope, chargeId);
  if (locked?.charge.subscriberId !== subscriberId) throw refuse('charge_not_found');
  const waived = await endCharge(scope, locked.charge, 'waive', reason ?? null);
  if (locked.installation) await feeSettled(scope, locked.installation, { waived: true });
  return presentOne(scope, chargeResource, waived);
}
