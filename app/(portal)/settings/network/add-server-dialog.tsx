'use client';

import { NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';

/** Registers a network server. The secret is entered here and never shown again. */
export function AddServerDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [secret, setSecret] = useState('');
  const [coaPort, setCoaPort] = useState<number | string>(3799);
  return (
    <ActionDialog
      title="Add network server"
      actionLabel="Add server"
      ready={name.trim() !== '' && address.trim() !== '' && secret !== '' && typeof coaPort === 'number'}
      fields={['name', 'address', 'secret', 'coaPort']}
      consequences={[
        'FreeRADIUS reads its servers only at start. Restart it afterwards.',
        'The router needs the same secret, and must accept CoA and Disconnect requests on the CoA port.',
      ]}
      onClose={onClose}
      onConfirm={(call) =>
        utils.client.networkServer.create.mutate({ name, address, secret, coaPort: Number(coaPort) }, call)
      }
      onDone={() => {
        void utils.networkServer.invalidate();
        notify({ color: 'green', message: `${name} is added.` });
        onClose();
      }}
    >
      {(errors) => (
        <>
          <TextInput
            label="Name"
            required
            autoComplete="off"
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Address"
            description="The source address of its packets, as FreeRADIUS sees it"
            placeholder="192.0.2.10"
            required
            autoComplete="off"
            value={address}
            error={errors.address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <PasswordInput
            label="Shared secret"
            description="8 to 60 characters"
            required
            autoComplete="new-password"
            value={secret}
            error={errors.secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <NumberInput
            label="CoA port"
            required
            min={1}
            max={65_535}
            allowDecimal={false}
            value={coaPort}
            error={errors.coaPort}
            onChange={setCoaPort}
          />
        </>
      )}
    </ActionDialog>
  );
}
