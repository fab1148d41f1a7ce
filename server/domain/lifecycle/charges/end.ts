import { and, asc, eq } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { charge } from '../../../../drizzle/schema/charge.ts';
import type { ChargeReason } from '../../../contract/charge.ts';
import { pendingChargeStatuses } from '../../../contract/charge-rules.ts';
import { isOneOf } from '../../../db/statement.ts';
import { transition, transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type ChargeRow, chargeResource } from '../../model/charge/resource.ts';
import { isPastExpiry } from '../../model/expiry.ts';
import { lockInstallations } from '../../model/installation/lock.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { transitEnd, waitsForMoney, withoutMoneyInTransit } from '../../model/payment/in-transit.ts';
import { paymentResource } from '../../model/payment/resource.ts';
import { dueRows } from '../../queue/due-work.ts';
import { lockPendingCharges } from './lock-pending.ts';

/** A locked charge, with the locked installation whose fee it is. */
export type LockedCharge = { charge: ChargeRow; installation: InstallationRow | null };

/** A locked charge and the instant at which it ends: the scope's `now` unless given. */
type Ending = { row: ChargeRow; at?: Date };

/**
 * Cancels pending charges and expires the open payments for them. An installation whose fee a charge is stays as it is;
 * the caller moves it. Contract: Charge.
 * @returns the charges that were cancelled
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
 * Waives or cancels one locked charge on request and expires the open payments for it. An installation whose fee the
 * charge is stays as it is; the caller moves it. Contract: Charge.
 * @throws CHARGE_NOT_WAIVABLE, CHARGE_NOT_CANCELLABLE when it is not pending
 */
export async function endCharge(
  scope: WriteScope,
  charge: ChargeRow,
  move: 'waive' | 'cancel',
  reason: string | null,
): Promise<ChargeRow> {
  const at = move === 'waive' ? { waivedAt: scope.now } : { cancelledAt: scope.now };
  const ended = await transition(scope, chargeResource, charge, move, { ...at, reason });
  await expireChargePayments(scope, new Map([[ended.id, scope.now]]));
  return ended;
}

/**
 * Expires a charge that is past its `expiresAt`, with the installation whose fee it is. `lockCharge` does so before each
 * verb.
 * @returns the charge and the installation after the change
 */
export async function expireChargeIfDue(scope: WriteScope, locked: LockedCharge): Promise<LockedCharge> {
  const { charge, installation } = locked;
  if (!isPastExpiry(charge, scope.now)) return locked;
  if ((await withoutWait(scope, [charge], () => scope.now)).length === 0) return locked;
  const expired = await expireCharges(scope, [{ row: charge }], installation ? [installation] : []);
  return { charge: expired.charges[0] ?? charge, installation: expired.installations[0] ?? installation };
}

/**
 * Expires locked charges and cancels the locked installations whose fees they are.
 * @returns the charges and installations that changed
 */
async function expireCharges(
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

/** The charges past their expiry that wait for no money, each at an instant. Contract: Money in transit. */
function withoutWait(
  scope: WriteScope,
  rows: ChargeRow[],
  at: (row: ChargeRow) => Date,
): Promise<ChargeRow[]> {
  return withoutMoneyInTransit(scope, payment.chargeId, rows, {
    paid: ({ id }) => id,
    until: ({ expiresAt }) => expiresAt && transitEnd(expiresAt),
    at,
  });
}

/**
 * Expires the pending payments for charges that have ended.
 * @param endedAt the end of each charge by its id; the scope's `now` where it is null
 */
export async function expireChargePayments(
  scope: WriteScope,
  endedAt: ReadonlyMap<string, Date | null>,
): Promise<void> {
  if (endedAt.size === 0) return;
  const open = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        isOneOf(payment.chargeId, [...endedAt.keys()]),
        eq(payment.status, 'PENDING'),
      ),
    )
    .orderBy(asc(payment.id))
    .for('no key update');
  const steps = open.map((row) => ({ row, at: (row.chargeId && endedAt.get(row.chargeId)) || scope.now }));
  await transitionEach(scope, paymentResource, 'expire', steps);
}

/** Cancels pending charges past `expiresAt`, and the installation whose fee a charge is. Contract: Charge. */
export const chargeExpiry = dueRows({
  name: 'charge expiry',
  resource: chargeResource,
  column: charge.expiresAt,
  subscriberId: charge.subscriberId,
  status: [...pendingChargeStatuses],
  wait: waitsForMoney(payment.chargeId, charge),
  async run(scope, items) {
    const dueAt = new Map(items.map(({ row, at }) => [row.id, at]));
    const fees = items.flatMap(({ row }) => row.installationId ?? []);
    const installations = await lockInstallations(scope, fees);
    const locked = await lockPendingCharges(scope, [...dueAt.keys()]);
    const charges = await withoutWait(scope, locked, ({ id }) => dueAt.get(id) ?? scope.now);
    await expireCharges(
      scope,
      charges.map((row) => ({ row, at: dueAt.get(row.id) })),
      installations,
    );
  },
});
