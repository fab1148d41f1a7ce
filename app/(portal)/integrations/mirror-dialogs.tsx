'use client';

import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { MirrorSnapshot } from '@/server/contract/mirror.ts';

export type MirrorAction = 'set' | 'remove';

type DialogProps = { mirror: MirrorSnapshot; onClose: () => void };

/** The dialogs of the panel, which loads them when one is wanted. */
export function MirrorDialogs({ action, ...props }: DialogProps & { action: MirrorAction }) {
  return action === 'set' ? <SetDialog {...props} /> : <RemoveDialog {...props} />;
}

/** The key and its secret are typed here once, and nowhere shown again. */
function SetDialog({ mirror, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const { id } = mirror;
  const [baseUrl, setBaseUrl] = useState(mirror.settings?.baseUrl ?? '');
  const [apiKey, setApiKey] = useState('');
  const [apiSecret, setApiSecret] = useState('');
  return (
    <ActionDialog
      title="Tell of subscriptions sold here"
      actionLabel="Save"
      ready={baseUrl.trim() !== '' && apiKey.trim() !== '' && apiSecret !== ''}
      fields={['baseUrl', 'apiKey', 'apiSecret']}
      consequences={[
        'Subscriptions in service become services there, free of charge: they are billed here.',
        'Changes of plan, interruptions and ends follow moments later.',
        'What the system says of these services has no effect here.',
      ]}
      onClose={onClose}
      onConfirm={(call) => utils.client.mirror.set.mutate({ id, baseUrl, apiKey, apiSecret }, call)}
      onDone={() => {
        void utils.mirror.invalidate();
        notify({ color: 'green', message: 'The system is told from now on.' });
        onClose();
      }}
    >
      {(errors) => (
        <>
          <TextInput
            label="Address"
            description="As it is in the browser when you sign in there"
            placeholder="https://isp.splynx.app"
            required
            autoComplete="off"
            value={baseUrl}
            error={errors.baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
          />
          <TextInput
            label="API key"
            description="One that nothing else uses"
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

function RemoveDialog({ mirror, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const { id } = mirror;
  return (
    <ActionDialog
      title="Stop telling the system"
      actionLabel="Stop"
      danger
      consequences={[
        'The API key is forgotten, and nothing more is told.',
        'Services that are there stay as they are.',
      ]}
      onClose={onClose}
      onConfirm={(call) => utils.client.mirror.remove.mutate({ id }, call)}
      onDone={() => {
        void utils.mirror.invalidate();
        notify({ color: 'green', message: 'The system is told nothing more.' });
        onClose();
      }}
    />
  );
}
