'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { NetworkServer } from '@/server/contract/portal/network-server.ts';

type RemoveServerDialogProps = { server: NetworkServer; onClose: () => void };

/** Confirms the removal of a network server. */
export function RemoveServerDialog({ server: { id, name }, onClose }: RemoveServerDialogProps) {
  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      actionLabel="Remove server"
      danger
      operation="networkServer.remove"
      input={{ id }}
      effects={[
        'Demarc can no longer throttle or disconnect sessions on it.',
        'After its next start, FreeRADIUS refuses its requests, so sign-ins there fail.',
      ]}
      done={`${name} is removed.`}
      onClose={onClose}
    />
  );
}
