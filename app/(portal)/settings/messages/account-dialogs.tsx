'use client';

import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { AccountAction } from '@/components/detail/account-panel.tsx';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { useCredentials } from '@/components/forms/credential-inputs.tsx';
import type { InputOf } from '@/components/trpc/operation.ts';
import type { MessageAccountSnapshot } from '@/server/contract/portal/message-account.ts';
import { accountFields } from './labels.ts';

type DialogProps = { account: MessageAccountSnapshot; onClose: () => void };

/** The dialogs of the accounts, loaded when one is opened. */
export function AccountDialogs({ name, ...props }: DialogProps & { name: AccountAction }) {
  return name === 'save' ? <SaveDialog {...props} /> : <RemoveDialog {...props} />;
}

/** The credentials are entered here and never shown again. */
function SaveDialog({ account: { gateway, label, isConnected, channel }, onClose }: DialogProps) {
  const { given, inputs, names } = useCredentials(accountFields[gateway]);
  const [isImplicitTls, setImplicitTls] = useState(false);
  const input = given && {
    ...{ gateway, ...given },
    ...(given.port && { port: Number(given.port) }),
    ...(gateway === 'smtp' && { isImplicitTls }),
  };
  return (
    <ConfirmDialog
      title={isConnected ? `Replace the credentials of ${label}` : `Connect ${label}`}
      actionLabel="Save"
      operation="messageAccount.save"
      input={input as InputOf<'messageAccount.save'> | null}
      effects={[
        channel === 'EMAIL'
          ? 'Emails to subscribers go through this server.'
          : 'SMS to subscribers go through this account. It takes the place of another one.',
        'The credentials are encrypted and never shown again.',
      ]}
      done={`${label} is connected. Test it on this page.`}
      onClose={onClose}
      fields={names}
    >
      {(errors) => (
        <>
          {inputs(errors)}
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
