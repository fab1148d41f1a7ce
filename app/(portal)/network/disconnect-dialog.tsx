'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';

/** Ends one session. */
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
      actionLabel="Disconnect"
      danger
      consequences={[
        `The network access server at ${session.nasIpAddress ?? 'an unknown address'} is asked to end it; that takes up to five seconds.`,
        'A router that may be online signs in again at once, with what its subscription says by now.',
      ]}
      api={{ method: 'POST', path: `/v1/network-sessions/${session.id}/disconnect` }}
      onClose={onClose}
      onConfirm={(call) => utils.client.networkSession.disconnect.mutate({ id: session.id }, call)}
      onDone={() => {
        void utils.invalidate();
        notify({ color: 'green', message: 'The network access server ends the session.' });
        onClose();
      }}
    />
  );
}
