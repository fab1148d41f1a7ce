import { and, asc, eq, sql } from 'drizzle-orm';
import { charge } from '../../../../drizzle/schema/charge.ts';
import type { ChargeReason } from '../../../contract/charge.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { transitionEach } from '../../../state/transition.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { cancelCharges } from './end.ts';

/** Ways for an installation to end without being installed, and what is said of a fee that was still owed. */
const feeReasons = {
  cancel: 'INSTALLATION_CANCELLED',
  abandon: 'INSTALLATION_ABANDONED',
  archive: 'SUBSCRIPTION_ENDED',
} as const satisfies Record<string, ChargeReason>;

/**
 * Ends installations, which are locked, and cancels the charges for their fees where those are pending.
 * @param endings with the instant of each; the scope's `now` unless given
 * @returns those that were not at an end before
 */
export async function endInstallations(
  scope: WriteScope,
  endings: { row: InstallationRow; at?: Date }[],
  on: keyof typeof feeReasons,
): Promise<InstallationRow[]> {
  const ended = await transitionEach(scope, installationResource, on, endings);
  const endOf = new Map(ended.map((row) => [row.chargeId, row.updatedAt]));
  const fees = ended.flatMap((row) => row.chargeId ?? []);
  if (fees.length === 0) return ended;
  const owed = await scope.db
    .select()
    .from(charge)
    .where(
      and(
        eq(charge.providerId, scope.providerId),
        sql`${charge.id} = any(${sql.param(fees)})`,
        eq(charge.status, 'PENDING'),
      ),
    )
    .orderBy(asc(charge.id))
    .for('no key update');
  await cancelCharges(
    scope,
    owed.map((row) => ({ row, at: endOf.get(row.id) })),
    feeReasons[on],
  );
  return ended;
}

/**
 * Archives what was still to be installed for subscriptions that went out of service or were cancelled.
 * @param open as `lockOpenInstallations` gave them
 * @param endedAt when each subscription ended; the scope's `now` for one that is not in it
 */
export async function archiveInstallations(
  scope: WriteScope,
  open: InstallationRow[],
  endedAt: ReadonlyMap<string, Date> = new Map(),
): Promise<void> {
  const endings = open.map((row) => ({ row, at: endedAt.get(row.subscriptionId) }));
  await endInstallations(scope, endings, 'archive');
}
