import type { ChargeReason } from '../../../contract/charge.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { transition, transitionEach } from '../../../state/transition.ts';
import { type ChargeRow, chargeResource } from '../../model/charge/resource.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { expireChargePayments } from './expire-payments.ts';

/** A charge that is locked, and when it ends; the scope's `now` unless given. */
type Ending = { row: ChargeRow; at?: Date };

/**
 * Cancels those of the charges that are pending, and lets payments that were under way for them expire. What becomes
 * of an installation whose fee one is, the caller knows.
 * @returns those that were cancelled
 */
export async function cancelCharges(
  scope: WriteScope,
  endings: Ending[],
  reason: ChargeReason,
): Promise<ChargeRow[]> {
  const steps = endings.map(({ row, at = scope.now }) => ({ row, at, patch: { reason, cancelledAt: at } }));
  const cancelled = await transitionEach(scope, chargeResource, 'cancel', steps);
  await expireChargePayments(scope, new Map(cancelled.map(({ id, cancelledAt }) => [id, cancelledAt])));
  return cancelled;
}

/**
 * Ends one charge, locked already, because somebody asked for it; payments under way for it expire. What becomes of
 * an installation whose fee it is, the caller knows.
 * @throws CHARGE_NOT_WAIVABLE, CHARGE_NOT_CANCELLABLE when it is not pending
 */
export async function endCharge(
  scope: WriteScope,
  charge: ChargeRow,
  on: 'waive' | 'cancel',
  reason: string | null,
): Promise<ChargeRow> {
  const at = on === 'waive' ? { waivedAt: scope.now } : { cancelledAt: scope.now };
  const ended = await transition(scope, chargeResource, charge, on, { ...at, reason });
  await expireChargePayments(scope, new Map([[ended.id, scope.now]]));
  return ended;
}

/** Whether a charge is pending although its time is up. */
export function isPastExpiry({ status, expiresAt }: Pick<ChargeRow, 'status' | 'expiresAt'>, now: Date) {
  return status === 'PENDING' && expiresAt !== null && expiresAt <= now;
}

/**
 * Expires charges and cancels the installations whose fees they are. Both are locked.
 * @returns what was expired and cancelled
 */
export async function expireCharges(
  scope: WriteScope,
  due: Ending[],
  installations: InstallationRow[],
): Promise<{ charges: ChargeRow[]; installations: InstallationRow[] }> {
  const charges = await cancelCharges(scope, due, 'EXPIRED');
  const endOf = new Map(charges.map((row) => [row.installationId, row.cancelledAt ?? scope.now]));
  const unpaid = installations.filter((row) => endOf.has(row.id));
  const steps = unpaid.map((row) => ({ row, at: endOf.get(row.id) }));
  return { charges, installations: await transitionEach(scope, installationResource, 'cancel', steps) };
}
