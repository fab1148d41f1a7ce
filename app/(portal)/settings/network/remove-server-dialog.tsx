'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkServer } from '@/server/contract/network-server.ts';

/** Confirms the removal of a network server. */
export function RemoveServerDialog({ server, onClose }: { server: NetworkServer; onClose: () => void }) {
  const utils = trpc.useUtils();
  return (
    <ActionDialog
      title={`Remove ${server.name}`}
      actionLabel="Remove server"
      danger
      consequences={[
        'Demarc can no longer throttle or disconnect sessions on it.',
        'After its next start, FreeRADIUS refuses its requests, and nobody can sign in there.',
      ]}
      onClose={onClose}
      onConfirm={(call) => utils.client.networkServer.remove.mutate({ id: server.id }, call)}
      onDone={() => {
        void utils.networkServer.invalidate();
        notify({ color: 'green', message: `${server.name} is removed.` });
        onClose();
      }}
    />
  );
}
