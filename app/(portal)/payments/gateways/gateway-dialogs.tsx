'use client';

import { Input } from '@mantine/core';
import type { AccountAction } from '@/components/detail/account-panel.tsx';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { useCredentials } from '@/components/forms/credential-inputs.tsx';
import { CopyLine } from '@/components/shell/copy-line.tsx';
import { railTitles } from '@/server/contract/enums.ts';
import type { GatewayAccountSnapshot } from '@/server/contract/portal/gateway-account.ts';
import { addressHints, gatewayFields } from './fields.ts';

type DialogProps = { account: GatewayAccountSnapshot; onClose: () => void };

/** The dialogs of the page, loaded when one is opened. */
export function GatewayDialogs({ name, ...props }: DialogProps & { name: AccountAction }) {
  return name === 'save' ? <SaveDialog {...props} /> : <RemoveDialog {...props} />;
}

/** The credentials are entered here and never shown again. */
function SaveDialog({ account: { gateway, isConnected, webhookUrl }, onClose }: DialogProps) {
  const { given, inputs, names } = useCredentials(gatewayFields[gateway]);
  const title = railTitles[gateway];
  return (
    <ConfirmDialog
      title={isConnected ? `Replace the credentials of ${title}` : `Connect ${title}`}
      actionLabel="Save"
      operation="gatewayAccount.save"
      input={given && { gateway, ...given }}
      effects={[
        `New payments by ${title} go to this account.`,
        'The credentials are encrypted and never shown again.',
        ...(isConnected ? ['The address for reports stays the same.'] : []),
      ]}
      done={`${title} is connected. Test it on this page.`}
      onClose={onClose}
      fields={names}
    >
      {(errors) => (
        <>
          {gateway === 'stripe' && (
            <Input.Wrapper label="Address for reports" labelElement="div">
              <CopyLine value={webhookUrl} label="the address for reports" hint={addressHints[gateway]} />
            </Input.Wrapper>
          )}
          {inputs(errors)}
        </>
      )}
    </ConfirmDialog>
  );
}

function RemoveDialog({ account: { gateway, hasDefault }, onClose }: DialogProps) {
  const title = railTitles[gateway];
  return (
    <ConfirmDialog
      title={`Disconnect ${title}`}
      danger
      operation="gatewayAccount.remove"
      input={{ gateway }}
      effects={[
        'The credentials are deleted.',
        hasDefault
          ? `New payments by ${title} go to the account of this installation.`
          : `Customers can no longer pay by ${title}.`,
        'What the gateway reports about earlier payments is refused, and refunds that are due wait until you connect again.',
      ]}
      done={`${title} is disconnected.`}
      onClose={onClose}
    />
  );
}
