import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { jobOperations } from '../../contract/operations/job.ts';
import { type BulkActionName, type BulkActionRule, bulkActions } from '../../contract/portal/bulk-actions.ts';
import { importTypeOf, importTypes } from '../../contract/portal/import-fields.ts';
import type {
  bulkCreate,
  bulkPreviewInput,
  importType,
  JobSnapshot,
  jobId,
} from '../../contract/portal/job.ts';
import { MAX_PREVIEWED } from '../../contract/portal/job-values.ts';
import { may, type Permission } from '../../contract/roles.ts';
import { permissionRefusal } from '../../contract/texts/permission-texts.ts';
import { pauseAnnouncement, resumeAnnouncement } from '../../domain/announcement/control.ts';
import { resumeJob, stopJob } from '../../domain/job/control.ts';
import { correctImport } from '../../domain/job/correct.ts';
import { createJob, type NewRow } from '../../domain/job/create.ts';
import { deleteJob } from '../../domain/job/delete.ts';
import { checkImport, createImport, startImport } from '../../domain/job/import.ts';
import { countJobs, getJob, listJobRows, listJobs, presentRows } from '../../domain/job/read.ts';
import { readRejects } from '../../domain/job/rejects.ts';
import { requireStaff } from '../../domain/model/staff-caller.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { idsMatching, rowsWith } from '../bulk-lists.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** How many of all matching rows a preview runs dry. */
const SAMPLE = 5;

type Rule = BulkActionRule<{ id: string }, object, object, string>;
type Bulk = z.output<typeof bulkPreviewInput>;

/**
 * Jobs of staff. Creating, stopping, resuming and deleting a job needs the permission of the procedure that its rows run. Portal only.
 * @param resources the router with the procedures that rows run
 */
export function jobRouterOf(resources: { _def: { procedures: object } }) {
  return routerOf(jobOperations, {
    list: read(listJobs),
    counts: read(countJobs),
    get: read(getJob),
    rows: read(listJobRows),
    rejects: read(readRejects),
    previewBulk: read(previewBulk),
    createBulk: write(permitted((_, { action }) => action, createBulk)),
    mayImport: read(async (scope, input: z.output<typeof importType>) =>
      requirePermitted(scope, input.type, input),
    ),
    createImport: write(permitted((_, { type }) => type, createImport)),
    check: write(permitted(actionOfJob, checkImport)),
    correct: write(permitted(actionOfJob, correctImport)),
    start: write(permitted(actionOfJob, startImport)),
    stop: write(permitted(actionOfJob, stopOrPause)),
    resume: write(permitted(actionOfJob, resume)),
    delete: write(permitted(actionOfJob, deleteJob)),
  });

  /** @throws FORBIDDEN without the permission of the procedure that the rows of the action run */
  function requirePermitted<I>(scope: Scope, action: string, input: I): I {
    const permission = permissionOf(resources, action);
    if (!may(requireStaff(scope), permission)) {
      throw refuse('FORBIDDEN', { message: permissionRefusal(permission) });
    }
    return input;
  }

  /** The verb behind the permission of the procedure that the rows run; without the permission it is FORBIDDEN. */
  function permitted<I, O>(
    actionOf: (scope: Scope, input: I) => string | Promise<string>,
    verb: (scope: WriteScope, input: I) => Promise<O>,
  ) {
    return async (scope: WriteScope, input: I): Promise<O> => {
      const action = await actionOf(scope, input);
      requirePermitted(scope, action, input);
      return verb(scope, input);
    };
  }
}

async function actionOfJob(scope: Scope, input: { id: string }): Promise<string> {
  const { action } = await getJob(scope, input);
  return action;
}

/** Stops a job. One that sends an announcement stops with the messages that it has queued. */
async function stopOrPause(scope: WriteScope, input: z.output<typeof jobId>): Promise<JobSnapshot> {
  const announcement = await announcementOf(scope, input);
  if (!announcement) return stopJob(scope, input);
  await pauseAnnouncement(scope, announcement);
  return getJob(scope, input);
}

async function resume(scope: WriteScope, input: z.output<typeof jobId>): Promise<JobSnapshot> {
  const announcement = await announcementOf(scope, input);
  if (!announcement) return resumeJob(scope, input);
  await resumeAnnouncement(scope, announcement);
  return getJob(scope, input);
}

async function announcementOf(scope: Scope, input: z.output<typeof jobId>): Promise<{ id: string } | null> {
  const { source } = await getJob(scope, input);
  return 'announcementId' in source ? { id: String(source.announcementId) } : null;
}

/** The procedure that the rows of a job run, by the action of the job. */
export function procedureOf(action: string): string {
  if (action === 'announcements.send') return 'announcement.sendTo';
  return action in importTypes ? importTypeOf(action).procedure : ruleOf(action as BulkActionName).procedure;
}

/** The permission that the rows of a job need, by the action of the job. */
export function permissionOf(resources: { _def: { procedures: object } }, action: string): Permission {
  const procedures = resources._def.procedures as Record<
    string,
    { _def: { meta?: { operation?: Operation } } }
  >;
  const permission = procedures[procedureOf(action)]?._def.meta?.operation?.permission;
  if (!permission) throw new Error(`${action} has no permission`);
  return permission;
}

function ruleOf(action: BulkActionName): Rule {
  // Each rule takes the rows of its own list.
  return bulkActions[action] as unknown as Rule;
}

/**
 * The number of rows that match, and the operations of the first of them, for their dry run.
 * @throws VALIDATION_FAILED for filters that the list does not take
 */
async function previewBulk(scope: Scope, { action, filter, ids: selected, options }: Bulk) {
  const rule = ruleOf(action);
  const limit = selected ? MAX_PREVIEWED : SAMPLE;
  const { ids, total } = await idsMatching(scope, rule.list, { filter, ids: selected }, limit);
  const rows: NewRow[] = [];
  for await (const part of newRows(scope, rule, ids, options)) rows.push(...part);
  const shown = await presentRows(
    scope,
    rows.map((row, i) => ({ ...row, position: i + 1 })),
  );
  return {
    total,
    sample: rows.map(({ input, resourceId }, i) => ({
      id: resourceId ?? '',
      name: shown[i]?.name ?? '',
      procedure: rule.procedure,
      input,
    })),
  };
}

/**
 * Creates a job of one action on the selected rows, or on all that match.
 * @throws VALIDATION_FAILED for filters that the list does not take; CONFLICT when another number of rows matches than
 *   the preview showed, when none matches, or above the limit of a job
 */
async function createBulk(
  scope: WriteScope,
  { action, filter, ids: selected, options, total }: z.output<typeof bulkCreate>,
) {
  const rule = ruleOf(action);
  const matching = await idsMatching(scope, rule.list, { filter, ids: selected });
  if (matching.total !== total) {
    throw refuse('CONFLICT', {
      field: 'total',
      message: `${matching.total.toLocaleString('en')} match now, not ${total.toLocaleString('en')}. Look at them again.`,
    });
  }
  if (total === 0) throw refuse('CONFLICT', { field: 'filter', message: 'Nothing matches.' });
  const source = { list: rule.list, filter, ...(selected && { selected: selected.length }) };
  const rows = newRows(scope, rule, matching.ids, options);
  const { id } = await createJob(scope, { kind: 'bulk', action, source, status: 'RUNNING' }, rows);
  return getJob(scope, { id });
}

/** The rows of a job for rows of a list, some at a time. */
async function* newRows(
  scope: Scope,
  rule: Rule,
  ids: readonly string[],
  options: object,
): AsyncGenerator<NewRow[]> {
  for await (const items of rowsWith(scope, rule.list, ids)) {
    yield items.map((item) => ({
      resourceId: item.id,
      ...rule.about?.(item),
      input: { ...rule.input(item, options) },
    }));
  }
}
