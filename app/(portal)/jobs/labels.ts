import type { Tone } from '@/components/theme/colors.ts';
import type { BulkActionName } from '@/server/contract/portal/bulk-actions.ts';
import { importTypeOf } from '@/server/contract/portal/import-fields.ts';
import type { JobSnapshot } from '@/server/contract/portal/job.ts';
import type { JobStatus, RowOutcome } from '@/server/contract/portal/job-values.ts';

export const jobKindLabels: Record<JobSnapshot['kind'], string> = {
  bulk: 'Bulk action',
  import: 'Import',
};

export const jobStatusLabels: Record<JobStatus, string> = {
  DRAFT: 'Not started',
  CHECKING: 'Checking',
  CHECKED: 'Checked',
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  STOPPED: 'Stopped',
};

export const jobStatusTones: Record<JobStatus, Tone> = {
  DRAFT: 'gray',
  CHECKING: 'blue',
  CHECKED: 'yellow',
  RUNNING: 'blue',
  COMPLETED: 'green',
  STOPPED: 'yellow',
};

const bulkOutcomes: Record<RowOutcome, string> = {
  PENDING: 'Waiting',
  DONE: 'Done',
  UNCHANGED: 'Unchanged',
  REFUSED: 'Refused',
};

const importOutcomes: Record<RowOutcome, string> = {
  PENDING: 'Waiting',
  DONE: 'Created',
  UNCHANGED: 'Exists already',
  REFUSED: 'Refused',
};

const checkOutcomes: Record<RowOutcome, string> = { ...importOutcomes, DONE: 'Will be created' };

const statementOutcomes: Record<RowOutcome, string> = {
  PENDING: 'Waiting',
  DONE: 'Recorded',
  UNCHANGED: 'Known already',
  REFUSED: 'Not recorded',
};

const statementCheckOutcomes: Record<RowOutcome, string> = { ...statementOutcomes, DONE: 'New' };

/** Whether a job reads the statement of a gateway. */
export function isStatement({ kind, action }: Pick<JobSnapshot, 'kind' | 'action'>): boolean {
  return kind === 'import' && importTypeOf(action).statementOf !== undefined;
}

/** What an outcome is called: a check has changed nothing yet. */
export function outcomeLabel(
  { kind, status, action }: Pick<JobSnapshot, 'kind' | 'status' | 'action'>,
  outcome: RowOutcome,
): string {
  if (kind === 'bulk') return bulkOutcomes[outcome];
  const isDry = status === 'CHECKING' || status === 'CHECKED';
  if (isStatement({ kind, action })) return (isDry ? statementCheckOutcomes : statementOutcomes)[outcome];
  return (isDry ? checkOutcomes : importOutcomes)[outcome];
}

/** What a bulk action does, as the title of its job. */
const bulkTitles: Record<BulkActionName | 'announcements.send', string> = {
  'announcements.send': 'Send an announcement',
  'subscribers.suspend': 'Hold subscribers',
  'subscribers.activate': 'Release subscribers',
  'subscriptions.cancel': 'Cancel subscriptions',
  'plans.disable': 'Disable plans',
  'plans.enable': 'Enable plans',
  'demarcation-points.retire': 'Retire demarcation points',
  'demarcation-points.restore': 'Restore demarcation points',
  'installations.schedule': 'Schedule installations',
  'installations.assign': 'Assign installations',
  'installations.cancel': 'Cancel installations',
  'invoices.pay': 'Record payments of invoices',
  'charges.waive': 'Waive charges',
  'charges.cancel': 'Cancel charges',
  'emails.resend': 'Send emails',
  'network-sessions.disconnect': 'Disconnect sessions',
  'webhooks.disable': 'Disable webhooks',
  'webhooks.enable': 'Enable webhooks',
  'deliveries.resend': 'Resend deliveries',
};

/** The title of a job. */
export function jobTitle({ action, kind }: Pick<JobSnapshot, 'action' | 'kind'>): string {
  if (isStatement({ kind, action })) return importTypeOf(action).label;
  if (kind === 'import') return `Import ${importTypeOf(action).label.toLowerCase()}`;
  return bulkTitles[action as keyof typeof bulkTitles] ?? action;
}

/** The progress of a job in words: "120 of 400 done, 3 refused". */
export function progressText(job: Pick<JobSnapshot, 'counts' | 'status' | 'kind' | 'action'>): string {
  const { counts, status } = job;
  const { total, done, unchanged, refused } = counts;
  if (status === 'DRAFT') return `${count(total)} ${total === 1 ? 'row' : 'rows'}`;
  const named = (n: number, outcome: RowOutcome) => `${count(n)} ${outcomeLabel(job, outcome).toLowerCase()}`;
  return [
    `${count(done)} of ${count(total)} ${outcomeLabel(job, 'DONE').toLowerCase()}`,
    unchanged > 0 &&
      (unchanged === 1 ? named(1, 'UNCHANGED') : named(unchanged, 'UNCHANGED').replace('exists', 'exist')),
    refused > 0 && named(refused, 'REFUSED'),
  ]
    .filter(Boolean)
    .join(', ');
}

const count = new Intl.NumberFormat('en').format;
