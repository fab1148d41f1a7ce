import { payment } from '../../../../drizzle/schema/billing.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import type { ChangeRejection } from '../../../contract/change-rejections.ts';
import { presentAll } from '../../../state/resource.ts';
import { transitionEach } from '../../../state/transition.ts';
import { emit } from '../../../work/emit.ts';
import { mapInTurns } from '../../../work/map-in-turns.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { transitEnd, waitsForMoney, withoutMoneyInTransit } from '../../model/payment/in-transit.ts';
import { lockDueSubscriptions } from '../../model/subscription/lock.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { type DueItem, dueRows } from '../../queue/due-work.ts';
import { type VoidReason, voidOpenInvoices } from '../invoicing/void.ts';

type Ending = { row: SubscriptionRow; at?: Date };

/** The cleared columns of an upgrade hold. */
export const noUpgrade = {
  upgradePlanId: null,
  upgradeExpiresAt: null,
  upgradeAmount: null,
  upgradePrice: null,
} as const;

/** Expires unpaid upgrade holds; the subscription stays on its plan. Contract: Upgrade holds. */
export const upgradeExpiry = dueRows({
  name: 'upgrade expiry',
  resource: subscriptionResource,
  column: subscription.upgradeExpiresAt,
  subscriberId: subscription.subscriberId,
  status: ['AWAITING_PAYMENT_FOR_UPGRADE'],
  wait: waitsForMoney(payment.subscriptionId, subscription, 'UPGRADE'),
  run: expireUpgrades,
});

async function expireUpgrades(scope: WriteScope, items: DueItem<SubscriptionRow>[]): Promise<void> {
  const dueAt = new Map(items.map(({ at, row }) => [row.id, at]));
  const rows = await lockDueSubscriptions(scope, items, 'AWAITING_PAYMENT_FOR_UPGRADE');
  // A newer hold that replaced the found one has its own deadline.
  const found = rows.filter(({ id, upgradeExpiresAt: end }) => end && end <= (dueAt.get(id) ?? end));
  const over = await withoutWait(scope, found, (row) => dueAt.get(row.id) ?? scope.now);
  await rejectUpgrades(
    scope,
    over.map((row) => ({ row, at: dueAt.get(row.id) })),
    'UPGRADE_PAYMENT_EXPIRED',
  );
}

/**
 * Expires an upgrade hold that is past its deadline. `lockService` does so before each verb.
 * @param row locked
 * @returns the subscription after the change
 */
export async function expireUpgradeIfDue(scope: WriteScope, row: SubscriptionRow): Promise<SubscriptionRow> {
  const at = row.upgradeExpiresAt;
  if (at === null || at > scope.now) return row;
  if ((await withoutWait(scope, [row], () => scope.now)).length === 0) return row;
  const [after] = await rejectUpgrades(scope, [{ row, at }], 'UPGRADE_PAYMENT_EXPIRED');
  return after ?? row;
}

/** The holds past their deadline that wait for no money, each at an instant. None outlasts its cycle. Contract: Upgrade holds. */
function withoutWait(
  scope: WriteScope,
  rows: SubscriptionRow[],
  at: (row: SubscriptionRow) => Date,
): Promise<SubscriptionRow[]> {
  return withoutMoneyInTransit(scope, payment.subscriptionId, rows, {
    paid: ({ id }) => id,
    until: ({ expiresAt, upgradeExpiresAt }) => {
      const end = upgradeExpiresAt && transitEnd(upgradeExpiresAt);
      return expiresAt && end && expiresAt < end ? expiresAt : (end ?? expiresAt);
    },
    at,
    kind: 'UPGRADE',
  });
}

/**
 * Ends an upgrade hold because another plan change supersedes it.
 * @returns the subscription after the change; the same row without a hold
 */
export async function supersedeUpgrade(scope: WriteScope, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.upgradePlanId === null) return row;
  const [after] = await rejectUpgrades(scope, [{ row }], 'UPGRADE_SUPERSEDED');
  return after ?? row;
}

/**
 * Rejects upgrade holds: their invoices are VOID, the subscriptions stay on their plans, and
 * `subscription.plan_change_rejected` carries the reason. Contract: Upgrade holds.
 */
export async function rejectUpgrades(
  scope: WriteScope,
  endings: Ending[],
  reason: ChangeRejection,
): Promise<SubscriptionRow[]> {
  if (endings.length === 0) return [];
  // The invoice of a rejected upgrade that was paid is not open.
  if (isUnpaidEnd(reason)) await voidUpgrades(scope, endings, reason);
  const steps = endings.map((ending) => ({ ...ending, patch: noUpgrade }));
  const rejected = await transitionEach(scope, subscriptionResource, 'reject_upgrade', steps);
  const snapshots = await presentAll(scope, subscriptionResource, rejected);
  const atOf = new Map(endings.map(({ row, at }) => [row.id, at]));
  await mapInTurns(snapshots, (current) => {
    const now = atOf.get(current.id) ?? scope.now;
    emit({ ...scope, now }, 'subscription.plan_change_rejected', { current, rejection: { reason } });
  });
  return rejected;
}

/**
 * Drops the upgrade holds of subscriptions that end or have a pending end. Contract: Upgrade holds.
 * @param reason of the end, recorded on the invoices
 * @returns all subscriptions after the change, in the order given
 */
export async function dropUpgrades(
  scope: WriteScope,
  endings: Ending[],
  reason: VoidReason,
): Promise<SubscriptionRow[]> {
  const held = endings.filter(({ row }) => row.upgradePlanId !== null);
  if (held.length === 0) return endings.map(({ row }) => row);
  await voidUpgrades(scope, held, reason);
  const steps = held.map((ending) => ({ ...ending, patch: noUpgrade }));
  const dropped = await transitionEach(scope, subscriptionResource, 'drop_upgrade', steps);
  const current = new Map(dropped.map((row) => [row.id, row]));
  return endings.map(({ row }) => current.get(row.id) ?? row);
}

function isUnpaidEnd(reason: ChangeRejection): reason is ChangeRejection & VoidReason {
  return reason === 'UPGRADE_PAYMENT_EXPIRED' || reason === 'UPGRADE_SUPERSEDED';
}

function voidUpgrades(scope: WriteScope, endings: Ending[], reason: VoidReason): Promise<void> {
  const at = new Map(endings.map(({ row, at: when }) => [row.id, when ?? scope.now]));
  return voidOpenInvoices(scope, [...at.keys()], { reason, at, kind: 'UPGRADE' });
}
