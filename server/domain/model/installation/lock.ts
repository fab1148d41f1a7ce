import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { installation } from '../../../../drizzle/schema/installation.ts';
import { openInstallationStatuses } from '../../../contract/installation-rules.ts';
import { isOneOf } from '../../../db/statement.ts';
import { findForUpdate, findOrNull } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { lockSubscription } from '../subscription/lock.ts';
import { type InstallationRow, installationResource } from './resource.ts';

/**
 * Locks an installation until the transaction ends, after its subscriber and subscription.
 * @returns undefined when the provider has no such installation
 */
export async function lockInstallation(scope: WriteScope, id: string): Promise<InstallationRow | undefined> {
  const seen = await findOrNull(scope, installationResource, id);
  if (!seen) return undefined;
  await lockSubscription(scope, seen.subscriptionId);
  return findForUpdate(scope, installationResource, id);
}

/** Locks a set of installations. */
export function lockInstallations(scope: WriteScope, ids: string[]): Promise<InstallationRow[]> {
  return lockWhere(scope, ids, isOneOf(installation.id, ids));
}

/** Locks the open installations of locked subscriptions. */
export function lockOpenInstallations(
  scope: WriteScope,
  subscriptionIds: string[],
): Promise<InstallationRow[]> {
  return lockWhere(
    scope,
    subscriptionIds,
    and(
      isOneOf(installation.subscriptionId, subscriptionIds),
      inArray(installation.status, [...openInstallationStatuses]),
    ),
  );
}

async function lockWhere(scope: WriteScope, ids: string[], condition?: SQL): Promise<InstallationRow[]> {
  if (ids.length === 0) return [];
  return scope.db
    .select()
    .from(installation)
    .where(and(eq(installation.providerId, scope.providerId), condition))
    .orderBy(asc(installation.id))
    .for('no key update');
}
