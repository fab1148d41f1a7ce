import type { Tone } from '@/components/theme/colors.ts';
import type { BulkActionName } from '@/server/contract/bulk-actions.ts';
import type { JobSnapshot } from '@/server/contract/job.ts';
import type { JobStatus, RowOutcome } from '@/server/contract/job-values.ts';

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

export const outcomeLabels: Record<RowOutcome, string> = {
  PENDING: 'Waiting',
  DONE: 'Done',
  UNCHANGED: 'Unchanged',
  REFUSED: 'Refused',
};

/** What a bulk action does, as the title of its job. */
const bulkTitles: Record<BulkActionName, string> = {
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
  'deliveries.resend': 'Resend deliveries',
};

/** The title of a job. */
export function jobTitle({ action }: Pick<JobSnapshot, 'action'>): string {
  return bulkTitles[action as BulkActionName] ?? action;
}

/** The progress of a job in words: "120 of 400 done, 3 refused". */
export function progressText({ counts, status }: Pick<JobSnapshot, 'counts' | 'status'>): string {
  const { total, done, unchanged, refused } = counts;
  const n = new Intl.NumberFormat('en').format;
  if (status === 'DRAFT') return `${n(total)} rows`;
  return [
    `${n(done)} of ${n(total)} done`,
    unchanged > 0 && `${n(unchanged)} unchanged`,
    refused > 0 && `${n(refused)} refused`,
  ]
    .filter(Boolean)
    .join(', ');
}
