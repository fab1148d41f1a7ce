'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InboundEventDetail } from '@/server/contract/integration.ts';

type RetryDialogProps = { integrationId: string; event: InboundEventDetail; onClose: () => void };

/** Has a failed event tried again. */
export function RetryDialog({ integrationId, event, onClose }: RetryDialogProps) {
  const utils = trpc.useUtils();
  const which = { id: integrationId, inboundId: event.id };
  return (
    <ActionDialog
      title="Try again"
      actionLabel="Try again"
      consequences={[
        'The event is processed again, against the state of things as they are now.',
        'Events of its service that came after it are not undone: what it says will hold instead.',
      ]}
      onClose={onClose}
      onDone={() => {
        void utils.inboundEvent.invalidate();
        void utils.correlation.invalidate();
        notify({ color: 'green', message: 'The event is queued again.' });
        onClose();
      }}
      onConfirm={(call) => utils.client.inboundEvent.retry.mutate(which, call)}
      api={{ method: 'POST', path: `/v1/integrations/${integrationId}/inbound-events/${event.id}/retry` }}
    />
  );
}
