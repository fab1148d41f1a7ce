'use client';

import { Text } from '@mantine/core';
import { type AccountAction, AccountPanel } from '@/components/detail/account-panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { CopyLine } from '@/components/shell/copy-line.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { MessageAccountSnapshot } from '@/server/contract/portal/message-account.ts';

const Dialogs = lazyPart(() => import('./account-dialogs.tsx'), 'AccountDialogs');

/** A panel for the mail server and each gateway for SMS. */
export function AccountPanels({ initial }: { initial: MessageAccountSnapshot[] }) {
  const { client } = trpc.useUtils();
  const { data } = trpc.messageAccount.list.useQuery({}, { initialData: initial });
  const dialogs = useDialogs<{ name: AccountAction; account: MessageAccountSnapshot }>();
  return (
    <>
      {data.map((account) => (
        <AccountPanel
          key={account.gateway}
          title={account.label}
          isConnected={account.isConnected}
          test={() => client.messageAccount.test.mutate({ gateway: account.gateway })}
          opens={(name) => dialogs.opens({ name, account })}
        >
          <AccountState account={account} />
        </AccountPanel>
      ))}
      {dialogs.opened && <Dialogs {...dialogs.opened} onClose={dialogs.close} />}
    </>
  );
}

function AccountState({ account }: { account: MessageAccountSnapshot }) {
  const { isConnected, hasDefault, sender, keyLast4, reportUrl, gateway } = account;
  if (!isConnected) {
    return (
      <Text c="dimmed">
        {hasDefault
          ? 'Not connected. Emails go through the mail server of this installation.'
          : 'Not connected.'}
      </Text>
    );
  }
  return (
    <PropertyList
      items={[
        { label: 'State', value: <StatusBadge status="connected" /> },
        { label: 'Sender', value: sender ?? 'Chosen by the gateway' },
        keyLast4 !== null && { label: 'Key', value: <span className="mono">…{keyLast4}</span> },
        gateway === 'africastalking' &&
          reportUrl !== null && {
            label: 'Address for delivery reports',
            wide: true,
            value: (
              <CopyLine
                value={reportUrl}
                label="the address for delivery reports"
                hint="Enter it in the dashboard of the app, under SMS, SMS callback URLs, Delivery reports."
              />
            ),
          },
      ]}
    />
  );
}
