import { payment } from '../../../../drizzle/schema/billing.ts';
import { installation } from '../../../../drizzle/schema/installation.ts';
import type { ChargeReason } from '../../../contract/charge.ts';
import { openInstallationStatuses } from '../../../contract/installation-rules.ts';
import { change } from '../../../state/record.ts';
import { transition, transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { lockInstallations } from '../../model/installation/lock.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { nextMove } from '../../model/installation/rules.ts';
import { transitEnd, waitsForMoney, withoutMoneyInTransit } from '../../model/payment/in-transit.ts';
import { dueRows } from '../../queue/due-work.ts';
import { cancelCharges } from './end.ts';
import { lockPendingCharges } from './lock-pending.ts';

/** The moves that end an open installation, each with the reason on its cancelled fee. */
const feeReasons = {
  cancel: 'INSTALLATION_CANCELLED',
  abandon: 'INSTALLATION_ABANDONED',
  archive: 'SUBSCRIPTION_ENDED',
} as const satisfies Record<string, ChargeReason>;

/**
 * Ends locked installations and cancels the pending charges for their fees. Contract: Installation.
 * @param endings each at its instant; the scope's `now` unless given
 * @returns the installations that were open before
 */
export async function endInstallations(
  scope: WriteScope,
  endings: { row: InstallationRow; at?: Date }[],
  move: keyof typeof feeReasons,
): Promise<InstallationRow[]> {
  const ended = await transitionEach(scope, installationResource, move, endings);
  const endOf = new Map(ended.map((row) => [row.chargeId, row.updatedAt]));
  const fees = ended.flatMap((row) => row.chargeId ?? []);
  const pendingFees = await lockPendingCharges(scope, fees);
  await cancelCharges(
    scope,
    pendingFees.map((row) => ({ row, at: endOf.get(row.id) })),
    feeReasons[move],
  );
  return ended;
}

/**
 * Archives the open installations of subscriptions that went out of service or were cancelled. Contract: Installation.
 * @param open the result of `lockOpenInstallations`
 * @param endedAt the end of each subscription by its id; the scope's `now` for a missing one
 */
export async function archiveInstallations(
  scope: WriteScope,
  open: InstallationRow[],
  endedAt: ReadonlyMap<string, Date> = new Map(),
): Promise<void> {
  const endings = open.map((row) => ({ row, at: endedAt.get(row.subscriptionId) }));
  await endInstallations(scope, endings, 'archive');
}

/**
 * Settles the fee of a locked installation, paid or waived. The installation activates where it is installed already,
 * and awaits its installation otherwise. One that is activated already only records a waiver. Contract: Installation.
 */
export async function settleFee(
  scope: WriteScope,
  installation: InstallationRow,
  { waived }: { waived: boolean },
): Promise<InstallationRow> {
  const patch = waived ? { free: true } : {};
  if (installation.status !== 'PENDING_PAYMENT') {
    return change(scope, installationResource, installation, patch);
  }
  const isInstalled = installation.installedAt !== null;
  const move = nextMove(installation.status, { isSettled: true, isInstalled, isMarkedDone: false });
  return transition(scope, installationResource, installation, move ?? 'settle', patch);
}

/** Abandons open installations past `windowEndsAt` and cancels their pending fees. Contract: Installation. */
export const installationWindow = dueRows({
  name: 'installation window',
  resource: installationResource,
  column: installation.windowEndsAt,
  subscriberId: installation.subscriberId,
  status: [...openInstallationStatuses],
  wait: waitsForMoney(payment.chargeId, { providerId: installation.providerId, id: installation.chargeId }),
  async run(scope, items) {
    const dueAt = new Map(items.map(({ row, at }) => [row.id, at]));
    const locked = await lockInstallations(scope, [...dueAt.keys()]);
    const at = ({ id }: InstallationRow) => dueAt.get(id) ?? scope.now;
    // Another transaction may have extended the window, or begun a payment of the fee, before this one got the lock.
    const ended = locked.filter((row) => row.windowEndsAt <= at(row));
    const late = await withoutMoneyInTransit(scope, payment.chargeId, ended, {
      paid: ({ chargeId }) => chargeId,
      until: ({ windowEndsAt }) => transitEnd(windowEndsAt),
      at,
    });
    await endInstallations(
      scope,
      late.map((row) => ({ row, at: dueAt.get(row.id) })),
      'abandon',
    );
  },
});
