'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { listPath } from '@/components/table/list-definition.ts';
import type { JobSnapshot } from '@/server/contract/portal/job.ts';
import { jobList } from './list.ts';

/** Deletes a job before its time, which makes room for others. */
export function DeleteJobDialog({ job, onClose }: { job: JobSnapshot; onClose: () => void }) {
  const term = job.kind === 'import' ? 'import' : 'bulk action';
  return (
    <ConfirmDialog
      title={`Delete ${term}`}
      actionLabel="Delete"
      danger
      operation="job.delete"
      input={{ id: job.id }}
      effects={[
        job.kind === 'import'
          ? 'The rows of the file and their outcomes are deleted.'
          : 'The rows and their outcomes are deleted.',
        'What the rows have changed stays.',
      ]}
      done={`The ${term} is deleted.`}
      leaveTo={listPath(jobList)}
      onClose={onClose}
    />
  );
}
