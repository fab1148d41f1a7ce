import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { chargeResource } from '../../model/charge/resource.ts';
import { expireChargePayments, type LockedCharge } from './end.ts';
import { settleFee } from './installation.ts';

/**
 * Marks a locked, pending charge as paid, whether by a payment, from credit or by both, and expires the other open payments for it.
 * Contract: Charge, Installation.
 */
export async function payCharge(scope: WriteScope, { charge, installation }: LockedCharge): Promise<void> {
  await transition(scope, chargeResource, charge, 'pay', { paidAt: scope.now });
  await expireChargePayments(scope, new Map([[charge.id, scope.now]]));
  if (installation) await settleFee(scope, installation, { waived: false });
}
