'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { InboundEventDetail } from '@/server/contract/portal/integration.ts';

type RetryDialogProps = { integrationId: string; event: InboundEventDetail; onClose: () => void };

/** Confirms the retry of a failed event. */
export function RetryDialog({ integrationId: id, event, onClose }: RetryDialogProps) {
  return (
    <ConfirmDialog
      title="Retry event"
      operation="inboundEvent.retry"
      input={{ id, inboundId: event.id }}
      done="The event is queued again."
      onClose={onClose}
    />
  );
}
