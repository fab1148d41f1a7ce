'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkServer } from '@/server/contract/network-server.ts';

/** Forgets a server. */
export function RemoveServerDialog({ server, onClose }: { server: NetworkServer; onClose: () => void }) {
  const utils = trpc.useUtils();
  return (
    <ActionDialog
      title={`Remove ${server.name}`}
      actionLabel="Remove"
      danger
      consequences={[
        'Sessions on it can no longer be slowed down or ended from here.',
        'From its next start on, FreeRADIUS refuses its requests: nobody comes online there any more.',
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
