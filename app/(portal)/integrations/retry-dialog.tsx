'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InboundEventDetail } from '@/server/contract/integration.ts';

type RetryDialogProps = { integrationId: string; event: InboundEventDetail; onClose: () => void };

/** Confirms the retry of a failed event. */
export function RetryDialog({ integrationId, event, onClose }: RetryDialogProps) {
  const utils = trpc.useUtils();
  const id = { id: integrationId, inboundId: event.id };
  return (
    <ActionDialog
      title="Retry event"
      actionLabel="Retry event"
      consequences={[
        'The event is processed again, against the current state.',
        'It may overwrite the effects of later events of the same service.',
      ]}
      onClose={onClose}
      onDone={() => {
        void utils.inboundEvent.invalidate();
        void utils.correlation.invalidate();
        notify({ color: 'green', message: 'The event is queued again.' });
        onClose();
      }}
      onConfirm={(call) => utils.client.inboundEvent.retry.mutate(id, call)}
      api={{ method: 'POST', path: `/v1/integrations/${integrationId}/inbound-events/${event.id}/retry` }}
    />
  );
}
