'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';

/** Confirms a disconnect. */
export function DisconnectDialog({
  session,
  onClose,
}: {
  session: NetworkSessionSnapshot;
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  return (
    <ActionDialog
      title="Disconnect session"
      actionLabel="Disconnect session"
      danger
      consequences={[
        `Demarc sends a Disconnect-Request to the network server at ${session.nasIpAddress ?? 'an unknown address'}. The answer takes up to five seconds.`,
        'A router that is in service signs in again at once, with the current settings of its subscription.',
      ]}
      api={{ method: 'POST', path: `/v1/network-sessions/${session.id}/disconnect` }}
      onClose={onClose}
      onConfirm={(call) => utils.client.networkSession.disconnect.mutate({ id: session.id }, call)}
      onDone={() => {
        void utils.invalidate();
        notify({ color: 'green', message: 'The network server accepted the request.' });
        onClose();
      }}
    />
  );
}
