'use client';

import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { InputOf } from '@/components/trpc/operation.ts';
import type { MessageAccountSnapshot } from '@/server/contract/portal/message-account.ts';
import { accountFields } from './labels.ts';

export type AccountAction = 'save' | 'remove';

type DialogProps = { account: MessageAccountSnapshot; onClose: () => void };

/** The dialogs of the accounts, loaded when one is opened. */
export function AccountDialogs({ name, ...props }: DialogProps & { name: AccountAction }) {
  return name === 'save' ? <SaveDialog {...props} /> : <RemoveDialog {...props} />;
}

/** The credentials are entered here and never shown again. */
function SaveDialog({ account: { gateway, label, isConnected, channel }, onClose }: DialogProps) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [isImplicitTls, setImplicitTls] = useState(false);
  const fields = accountFields[gateway];
  const given = Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name]?.trim();
      return value ? [[name, name === 'port' ? Number(value) : value]] : [];
    }),
  );
  const isComplete = fields.every(({ name, isOptional }) => isOptional || given[name]);
  const input = { gateway, ...given, ...(gateway === 'smtp' && { isImplicitTls }) };
  return (
    <ConfirmDialog
      title={isConnected ? `Replace the credentials of ${label}` : `Connect ${label}`}
      actionLabel="Save"
      operation="messageAccount.save"
      input={isComplete ? (input as InputOf<'messageAccount.save'>) : null}
      effects={[
        channel === 'EMAIL'
          ? 'Emails to subscribers go through this server.'
          : 'SMS to subscribers go through this account. It takes the place of another one.',
        'The credentials are encrypted and never shown again.',
      ]}
      done={`${label} is connected. Test it on this page.`}
      onClose={onClose}
      fields={fields.map(({ name }) => name)}
    >
      {(errors) => (
        <>
          {fields.map(({ name, label: title, description, isSecret, isOptional }) => {
            const Input = isSecret ? PasswordInput : TextInput;
            return (
              <Input
                key={name}
                label={title}
                description={description}
                required={!isOptional}
                autoComplete={isSecret ? 'new-password' : 'off'}
                value={values[name] ?? ''}
                error={errors[name]}
                onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
              />
            );
          })}
          {gateway === 'smtp' && (
            <Checkbox
              label="TLS from the first byte, as on port 465"
              checked={isImplicitTls}
              onChange={(event) => setImplicitTls(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

function RemoveDialog({ account: { gateway, label, channel, hasDefault }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title={`Disconnect ${label}`}
      danger
      operation="messageAccount.remove"
      input={{ gateway }}
      effects={[
        'The credentials are deleted.',
        hasDefault
          ? 'Emails go through the mail server of this installation.'
          : `${channel === 'EMAIL' ? 'Emails' : 'SMS'} are kept in the portal and not sent.`,
      ]}
      done={`${label} is disconnected.`}
      onClose={onClose}
    />
  );
}
