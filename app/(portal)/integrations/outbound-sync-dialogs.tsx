'use client';

import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { OutboundSyncSnapshot } from '@/server/contract/portal/outbound-sync.ts';

export type OutboundSyncAction = 'set' | 'remove';

type DialogProps = { sync: OutboundSyncSnapshot; onClose: () => void };

/** The dialogs of the panel, loaded when one is opened. */
export function OutboundSyncDialogs({ action, ...props }: DialogProps & { action: OutboundSyncAction }) {
  return action === 'set' ? <SetDialog {...props} /> : <RemoveDialog {...props} />;
}

/** The API key and its secret are entered here and never shown again. */
function SetDialog({ sync, onClose }: DialogProps) {
  const { id } = sync;
  const [baseUrl, setBaseUrl] = useState(sync.settings?.baseUrl ?? '');
  const [apiKey, setApiKey] = useState('');
  const [apiSecret, setApiSecret] = useState('');
  const isComplete = baseUrl.trim() !== '' && apiKey.trim() !== '' && apiSecret !== '';
  return (
    <ConfirmDialog
      title="Set up outbound sync"
      actionLabel="Save access"
      operation="outboundSync.set"
      input={isComplete ? { id, baseUrl, apiKey, apiSecret } : null}
      effects={[
        'Each subscription in service gets a service in the system, at price 0: Demarc bills it.',
        'Changes of plan, suspensions and terminations are pushed within a minute.',
        'Edits of these services in the system have no effect in Demarc.',
      ]}
      done="Outbound sync is on."
      onClose={onClose}
      fields={['baseUrl', 'apiKey', 'apiSecret']}
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
    </ConfirmDialog>
  );
}

function RemoveDialog({ sync: { id }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Stop outbound sync"
      danger
      operation="outboundSync.remove"
      input={{ id }}
      effects={[
        'The API key is deleted, and no more changes are pushed.',
        'Services that exist in the system stay as they are.',
      ]}
      done="Outbound sync is off."
      onClose={onClose}
    />
  );
}
