import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { installation } from '../../../drizzle/schema/installation.ts';
import type { InstallationSnapshot, installationId } from '../../contract/installation.ts';
import type { installationListAll } from '../../contract/portal/installation.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { before, equals, from, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { search } from '../list/search.ts';
import { demarcationPointsLike } from '../model/demarcation-point/resource.ts';
import { installationResource } from '../model/installation/resource.ts';
import { subscriptionsOfSubscribersLike } from '../model/subscription/resource.ts';

/** @throws NOT_FOUND */
export async function getInstallation(
  scope: Scope,
  { id }: z.output<typeof installationId>,
): Promise<InstallationSnapshot> {
  return presentOne(scope, installationResource, await find(scope, installationResource, id));
}

/** Installations of every status. Contract: Lists. */
export const listInstallations = defineList<
  typeof installationResource,
  z.output<typeof installationListAll>
>(installationResource, {
  filters: {
    status: equals(installation.status),
    statusIn: isAnyOf(installation.status),
    kind: equals(installation.kind),
    subscriptionId: equals(installation.subscriptionId),
    subscriberId: equals(installation.subscriberId),
    technician: equals(installation.technician),
    isScheduled: { where: (given) => sql`(${installation.scheduledAt} is not null) = ${given}` },
    scheduledAfter: from(installation.scheduledAt),
    scheduledBefore: before(installation.scheduledAt),
    windowEndsAfter: from(installation.windowEndsAt),
    windowEndsBefore: before(installation.windowEndsAt),
    q: search(installation, ({ text, pattern }) => [
      sql`${installation.id} = ${text}`,
      sql`${installation.subscriptionId} in (${subscriptionsOfSubscribersLike(pattern)})`,
      sql`(${installation.technician} ilike ${pattern} or ${installation.serialNumber} ilike ${pattern}
        or replace(${installation.macAddress}, ':', '') = upper(regexp_replace(${text}, '[[:space:]:.-]', '', 'g'))
        or ${installation.demarcationPointId} in (${demarcationPointsLike(pattern)}))`,
    ]),
  },
  sortable: {
    scheduledAt: installation.scheduledAt,
    windowEndsAt: installation.windowEndsAt,
    status: installation.status,
  },
});
