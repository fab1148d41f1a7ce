import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { job, jobRow } from '../../../drizzle/schema/job.ts';
import { mail } from '../../../drizzle/schema/mail.ts';
import { delivery } from '../../../drizzle/schema/webhook.ts';
import type { Page } from '../../contract/paging.ts';
import type { JobRowSnapshot, JobSnapshot, jobId, jobList, jobRowList } from '../../contract/portal/job.ts';
import { jobTabs } from '../../contract/portal/list-tabs.ts';
import { prefixes } from '../../contract/resource-names.ts';
import { isOneOf } from '../../db/statement.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { defineCounts } from '../list/counts.ts';
import { contains, equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { jobResource } from '../model/job/resource.ts';
import { labelsOf } from '../model/labels.ts';
import { type JobRow, rowsOfJob } from './rows.ts';

/** @throws NOT_FOUND */
export async function getJob(scope: Scope, { id }: z.output<typeof jobId>): Promise<JobSnapshot> {
  return presentOne(scope, jobResource, await find(scope, jobResource, id));
}

const options: ListOptions<z.output<typeof jobList>> = {
  filters: {
    kind: equals(job.kind),
    status: equals(job.status),
    q: contains(sql`concat_ws(' ', ${job.staffName}, ${job.source} ->> 'fileName')`),
  },
};

/** Jobs, with the progress of each. */
export const listJobs = defineList<typeof jobResource, z.output<typeof jobList>>(jobResource, options);

/** The number of jobs of each tab. */
export const countJobs = defineCounts(jobResource, options, jobTabs);

/**
 * A page of the rows of a job, in order, with what their resources are named now.
 * @throws NOT_FOUND
 */
export async function listJobRows(
  scope: Scope,
  { id, outcome, page = 1, limit }: z.output<typeof jobRowList>,
): Promise<Page<JobRowSnapshot>> {
  const { kind } = await find(scope, jobResource, id);
  const where = and(rowsOfJob(scope, id), outcome && outcomeIs(outcome));
  const total = await scope.db.$count(jobRow, where);
  const rows = await scope.db
    .select({ ...getTableColumns(jobRow), input: shownInput })
    .from(jobRow)
    .where(where)
    .orderBy(asc(jobRow.position))
    .limit(limit)
    .offset((page - 1) * limit);
  return {
    data: await presentRows(scope, rows, kind),
    meta: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

function outcomeIs(outcome: JobRowSnapshot['outcome']) {
  return outcome === 'PENDING' ? isNull(jobRow.outcome) : eq(jobRow.outcome, outcome);
}

/** What of a row its snapshot needs; a row that is not stored yet has no outcome. */
/** The longest cells of a row, in bytes, that a list has whole, and the characters of each cell of a longer row. */
const MAX_CELLS = 16 * 1024;
const MAX_SHOWN = 64;

/** The cells of a row as a list shows them. A page of a hundred rows with 200 long cells each would be 40 MB. */
const shownInput =
  sql`case when octet_length(${jobRow.input}::text) <= ${MAX_CELLS} then ${jobRow.input} else (
  select jsonb_object_agg(key, case when length(value) > ${MAX_SHOWN} then left(value, ${MAX_SHOWN}) || '…' else value end)
  from jsonb_each_text(${jobRow.input})) end`.mapWith(jobRow.input);

type Shown = Pick<JobRow, 'position' | 'input'> &
  Partial<Pick<JobRow, 'resourceId' | 'aboutId' | 'name' | 'outcome' | 'reasons'>>;

/** The snapshots of rows of one provider. */
export async function presentRows(
  scope: Scope,
  rows: readonly Shown[],
  kind: JobSnapshot['kind'] = 'bulk',
): Promise<JobRowSnapshot[]> {
  const ids = rows.flatMap(({ resourceId, aboutId }) => [resourceId ?? [], aboutId ?? []].flat());
  const [names, sent] = await Promise.all([labelsOf(scope, { ids }), sentBy(scope, rows)]);
  return rows.map((row) => {
    const { position, resourceId = null, aboutId, name, outcome, reasons, input } = row;
    const named = [(resourceId && names[resourceId]) || name, aboutId && names[aboutId]].filter(Boolean);
    const isDelivery = resourceId?.startsWith(`${prefixes.delivery}_`) && typeof input.id === 'string';
    return {
      id: String(position),
      position,
      resourceId,
      name: named.join(', ') || resourceId || `Row ${position}`,
      outcome: outcome ?? 'PENDING',
      reasons: reasons ?? [],
      sent: (outcome === 'DONE' && resourceId && sent.get(resourceId)) || null,
      webhookId: isDelivery ? (input.id as string) : null,
      cells: kind === 'import' ? input : null,
    };
  });
}

/** The status of emails and deliveries, by id. A row queues them; their own queue sends them. */
async function sentBy({ db, providerId }: Scope, rows: readonly Shown[]) {
  const of = (prefix: string) =>
    rows.flatMap(({ resourceId }) => (resourceId?.startsWith(`${prefix}_`) ? [resourceId] : []));
  const emails = of(prefixes.mail);
  const deliveries = of(prefixes.delivery);
  const found = [
    ...(emails.length > 0
      ? await db
          .select({ id: mail.id, status: mail.status, error: mail.error })
          .from(mail)
          .where(and(eq(mail.providerId, providerId), isOneOf(mail.id, emails)))
      : []),
    ...(deliveries.length > 0
      ? await db
          .select({ id: delivery.id, status: delivery.status, error: sql<null>`null` })
          .from(delivery)
          .where(and(eq(delivery.providerId, providerId), isOneOf(delivery.id, deliveries)))
      : []),
  ];
  return new Map(found.map(({ id, status, error }) => [id, { status: status as string, error }]));
}
