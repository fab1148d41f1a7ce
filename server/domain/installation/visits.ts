import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { demarcationPoint } from '../../../drizzle/schema/demarcation-point.ts';
import { installation } from '../../../drizzle/schema/installation.ts';
import { plan } from '../../../drizzle/schema/plan.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { addressLines } from '../../contract/address.ts';
import { refuse } from '../../contract/errors.ts';
import { fullNameOf } from '../../contract/full-name.ts';
import { isFeeDue, openInstallationStatuses } from '../../contract/installation-rules.ts';
import { type Visit, visit, type visitId, type visits } from '../../contract/portal/visit.ts';
import { present } from '../../contract/present.ts';
import { owned, withoutMetadata } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { type InstallationRow, installationResource } from '../model/installation/resource.ts';

/** The most visits that a technician is shown. */
const MAX_VISITS = 200;

/** Whether the caller is the technician of an installation. */
export function isOwn({ caller }: Pick<Scope, 'caller'>, { technicianId }: InstallationRow): boolean {
  return caller.type === 'staff' && technicianId === caller.id;
}

/**
 * The visits of the caller that are to be done, the next appointment first and those without one last, then those that are done
 * since the day began in the time zone of the provider. At most 200. Contract: Visits.
 */
export function listVisits(scope: Scope): Promise<z.output<typeof visits>> {
  const today = sql`date_trunc('day', ${scope.now.toISOString()}::timestamptz, ${provider.timeZone})`;
  const isToDo = and(
    inArray(installation.status, [...openInstallationStatuses]),
    isNull(installation.installedAt),
  );
  return readOwn(scope, or(isToDo, sql`${installation.installedAt} >= ${today}`));
}

/** One visit of the caller. Contract: Visits. @throws NOT_FOUND */
export async function getVisit(scope: Scope, { id }: z.output<typeof visitId>): Promise<Visit> {
  const [found] = await readOwn(scope, eq(installation.id, id));
  if (!found) throw refuse('NOT_FOUND', { field: 'id' });
  return found;
}

async function readOwn(scope: Scope, condition: SQL | undefined): Promise<Visit[]> {
  const { caller } = scope;
  if (caller.type !== 'staff') return [];
  const rows = await scope.db
    .select({
      installation: withoutMetadata(installation),
      point: withoutMetadata(demarcationPoint),
      subscriber: withoutMetadata(subscriber),
      plan: plan.planName,
    })
    .from(installation)
    .innerJoin(provider, eq(provider.id, installation.providerId))
    .innerJoin(
      demarcationPoint,
      and(
        eq(demarcationPoint.providerId, installation.providerId),
        eq(demarcationPoint.id, installation.demarcationPointId),
      ),
    )
    .innerJoin(
      subscriber,
      and(eq(subscriber.providerId, installation.providerId), eq(subscriber.id, installation.subscriberId)),
    )
    .innerJoin(
      subscription,
      and(
        eq(subscription.providerId, installation.providerId),
        eq(subscription.id, installation.subscriptionId),
      ),
    )
    .innerJoin(plan, and(eq(plan.providerId, subscription.providerId), eq(plan.id, subscription.planId)))
    .where(and(owned(scope, installationResource), eq(installation.technicianId, caller.id), condition))
    .orderBy(
      sql`${installation.installedAt} is not null`,
      asc(installation.scheduledAt),
      asc(installation.id),
    )
    .limit(MAX_VISITS);
  return rows.map((row) => {
    const { feeAmount, currency } = row.installation;
    const [ofPoint, ofCustomer] = [row.point, row.subscriber].map((at) => addressLines(at).join(', '));
    return present(visit, row.installation, {
      customer: row.subscriber.companyName ?? fullNameOf(row.subscriber),
      phone: row.subscriber.phone,
      plan: row.plan,
      place: row.point.name,
      address: ofPoint || ofCustomer || null,
      latitude: row.point.latitude,
      longitude: row.point.longitude,
      feeDue: isFeeDue(row.installation) ? { amount: feeAmount, currency } : null,
    });
  });
}
