import { and, asc, eq, sql } from 'drizzle-orm';
import { charge } from '../../../../drizzle/schema/charge.ts';
import type { ChargeReason } from '../../../contract/charge.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { transitionEach } from '../../../state/transition.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { cancelCharges } from './end.ts';

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
