import { and, asc, eq, inArray } from 'drizzle-orm';
import { installation } from '../../drizzle/schema/installation.ts';
import { bulkActions } from '../contract/portal/bulk-actions.ts';
import { createJob } from '../domain/job/create.ts';
import { installationResource } from '../domain/model/installation/resource.ts';
import { saveView } from '../domain/saved-view/save.ts';
import { presentOne } from '../state/resource.ts';
import type { WriteScope } from '../work/scope.ts';
import type { Staff } from './team.ts';

/** Views of lists: the lists' query strings. Shared ones are tabs for everybody. */
const views: {
  by: 'owner' | 'billing' | 'support';
  list: string;
  name: string;
  query: string;
  isShared: boolean;
}[] = [
  { by: 'billing', list: 'invoices', name: 'Overdue over a week', query: 'ageing=DAYS_8_30', isShared: true },
  { by: 'support', list: 'subscribers', name: 'VIP', query: 'tags=VIP', isShared: true },
  { by: 'owner', list: 'subscriptions', name: 'Will end', query: 'ending=true', isShared: false },
  { by: 'owner', list: 'subscribers', name: 'Upgrade leads', query: 'tags=Upgrade+lead', isShared: false },
];

/** Saves views of lists, own and shared ones. */
export async function saveViews(staff: Staff): Promise<void> {
  for (const { by, ...view } of views) await saveView(staff[by], view);
}

/**
 * Starts a bulk action on the open installations and one that has ended, which refuses it. The jobs of the process run its
 * rows.
 */
export async function assignTechnician(scope: WriteScope): Promise<void> {
  const statuses = ['AWAITING_INSTALLATION', 'PENDING_PAYMENT', 'CANCELLED'] as const;
  const found = await scope.db
    .select()
    .from(installation)
    .where(and(eq(installation.providerId, scope.providerId), inArray(installation.status, [...statuses])))
    .orderBy(asc(installation.id));
  const open = found.filter(({ status }) => status !== 'CANCELLED');
  const cancelled = found.filter(({ status }) => status === 'CANCELLED').slice(0, 1);
  const { input, about } = bulkActions['installations.assign'];
  const rows = await Promise.all(
    [...open, ...cancelled].map(async (row) => {
      const snapshot = await presentOne(scope, installationResource, row);
      return {
        resourceId: row.id,
        ...about?.(snapshot),
        input: input(snapshot, { technician: 'technician@demo-isp.example' }),
      };
    }),
  );
  const source = { list: 'installations', filter: {} };
  await createJob(scope, { kind: 'bulk', action: 'installations.assign', source, status: 'RUNNING' }, rows);
}
