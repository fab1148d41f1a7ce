'use client';

import { useState } from 'react';
import { Dialog } from '@/components/forms/dialog.tsx';
import type { BulkAction, BulkTarget } from './bulk-action.ts';
import { BulkPreview } from './bulk-preview.tsx';
import { BulkProgress } from './bulk-progress.tsx';

type BulkDialogProps = {
  action: BulkAction;
  target: BulkTarget;
  noun: { one: string; many: string };
  /** Called once the action has run on all rows, and when the dialog closes before. */
  onDone: () => void;
  onClose: () => void;
};

/** Shows what follows for the rows, starts the job, and shows its progress and the outcome of each row. */
export function BulkDialog({ action, target, noun, onDone, onClose }: BulkDialogProps) {
  const [job, setJob] = useState<{ id: string; total: number } | null>(null);
  const [included, setIncluded] = useState(target.total);
  const count = job?.total ?? included;
  const title = `${action.label} ${count.toLocaleString('en')} ${count === 1 ? noun.one : noun.many}`;
  const close = () => {
    if (job) onDone();
    onClose();
  };
  return (
    <Dialog onClose={close} title={title} size="lg">
      {job ? (
        <BulkProgress jobId={job.id} onDone={onDone} onClose={close} />
      ) : (
        <BulkPreview
          action={action}
          target={target}
          title={title}
          onIncluded={setIncluded}
          onStarted={setJob}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
