'use client';

import { NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';

/** Registers a network server. The secret is entered here and never shown again. */
export function AddServerDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [secret, setSecret] = useState('');
  const [coaPort, setCoaPort] = useState<number | string>(3799);
  const isComplete = name.trim() !== '' && address.trim() !== '' && secret !== '';
  return (
    <ConfirmDialog
      title="Add network server"
      actionLabel="Add server"
      operation="networkServer.create"
      input={isComplete && typeof coaPort === 'number' ? { name, address, secret, coaPort } : null}
      effects={[
        'FreeRADIUS reads its servers only at start. Restart it afterwards.',
        'The router needs the same secret, and must accept CoA and Disconnect requests on the CoA port.',
      ]}
      done={`${name} is added.`}
      onClose={onClose}
      fields={['name', 'address', 'secret', 'coaPort']}
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
    </ConfirmDialog>
  );
}
