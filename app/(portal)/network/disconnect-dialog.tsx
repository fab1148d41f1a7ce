'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';

type DisconnectDialogProps = { session: NetworkSessionSnapshot; onClose: () => void };

/** Confirms a disconnect. */
export function DisconnectDialog({ session: { id }, onClose }: DisconnectDialogProps) {
  return (
    <ConfirmDialog
      title="Disconnect session"
      danger
      operation="networkSession.disconnect"
      input={{ id }}
      effects={[
        'Demarc sends a Disconnect-Request to the network server of the session. The answer takes up to five seconds.',
        'A router that is in service signs in again at once, with the current settings of its subscription.',
      ]}
      done="The network server accepted the request."
      onClose={onClose}
    />
  );
}
