'use client';

import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { OutboundSyncSnapshot } from '@/server/contract/outbound-sync.ts';

export type OutboundSyncAction = 'set' | 'remove';

type DialogProps = { sync: OutboundSyncSnapshot; onClose: () => void };

/** The dialogs of the panel, loaded when one is opened. */
export function OutboundSyncDialogs({ action, ...props }: DialogProps & { action: OutboundSyncAction }) {
  return action === 'set' ? <SetDialog {...props} /> : <RemoveDialog {...props} />;
}

/** The API key and its secret are entered here and never shown again. */
function SetDialog({ sync, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const { id } = sync;
  const [baseUrl, setBaseUrl] = useState(sync.settings?.baseUrl ?? '');
  const [apiKey, setApiKey] = useState('');
  const [apiSecret, setApiSecret] = useState('');
  return (
    <ActionDialog
      title="Set up outbound sync"
      actionLabel="Save access"
      ready={baseUrl.trim() !== '' && apiKey.trim() !== '' && apiSecret !== ''}
      fields={['baseUrl', 'apiKey', 'apiSecret']}
      consequences={[
        'Each subscription in service gets a service in the system, at price 0: Demarc bills it.',
        'Changes of plan, suspensions and terminations are pushed within a minute.',
        'Edits of these services in the system have no effect in Demarc.',
      ]}
      onClose={onClose}
      onConfirm={(call) => utils.client.outboundSync.set.mutate({ id, baseUrl, apiKey, apiSecret }, call)}
      onDone={() => {
        void utils.outboundSync.invalidate();
        notify({ color: 'green', message: 'Outbound sync is on.' });
        onClose();
      }}
    >
      {(errors) => (
        <>
          <TextInput
            label="Address"
            description="The address in your browser when you sign in to the system"
            placeholder="https://isp.splynx.app"
            required
            autoComplete="off"
            value={baseUrl}
            error={errors.baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
          />
          <TextInput
            label="API key"
            description="Use a key that no other program uses"
            required
            autoComplete="off"
            value={apiKey}
            error={errors.apiKey}
            onChange={(event) => setApiKey(event.currentTarget.value)}
          />
          <PasswordInput
            label="API secret"
            required
            autoComplete="new-password"
            value={apiSecret}
            error={errors.apiSecret}
            onChange={(event) => setApiSecret(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

function RemoveDialog({ sync, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const { id } = sync;
  return (
    <ActionDialog
      title="Stop outbound sync"
      actionLabel="Stop outbound sync"
      danger
      consequences={[
        'The API key is deleted, and no more changes are pushed.',
        'Services that exist in the system stay as they are.',
      ]}
      onClose={onClose}
      onConfirm={(call) => utils.client.outboundSync.remove.mutate({ id }, call)}
      onDone={() => {
        void utils.outboundSync.invalidate();
        notify({ color: 'green', message: 'Outbound sync is off.' });
        onClose();
      }}
    />
  );
}
