'use client';

import { Alert, Stack, Text } from '@mantine/core';
import { type AccountAction, AccountPanel } from '@/components/detail/account-panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { CopyLine } from '@/components/shell/copy-line.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import { railTitles } from '@/server/contract/enums.ts';
import type { GatewayAccountSnapshot } from '@/server/contract/portal/gateway-account.ts';
import { addressHints } from './fields.ts';

const Dialogs = lazyPart(() => import('./gateway-dialogs.tsx'), 'GatewayDialogs');

/** M-Pesa registers the address within seconds. */
const REFRESH_MS = 3_000;

const isRegistering = ({ gateway, isConnected, registeredAt, registrationFailure }: GatewayAccountSnapshot) =>
  gateway === 'mpesa' && isConnected && !registeredAt && !registrationFailure;

/** A panel for each gateway. */
export function GatewayAccounts({ initial }: { initial: GatewayAccountSnapshot[] }) {
  const { client } = trpc.useUtils();
  const { data } = trpc.gatewayAccount.list.useQuery(
    {},
    {
      initialData: initial,
      refetchInterval: ({ state }) => (state.data?.some(isRegistering) ? REFRESH_MS : false),
    },
  );
  const dialogs = useDialogs<{ name: AccountAction; account: GatewayAccountSnapshot }>();
  return (
    <Stack>
      {data.map((account) => (
        <AccountPanel
          key={account.gateway}
          title={railTitles[account.gateway]}
          isConnected={account.isConnected}
          test={() => client.gatewayAccount.test.mutate({ gateway: account.gateway })}
          opens={(name) => dialogs.opens({ name, account })}
        >
          {account.isConnected ? <Connected account={account} /> : <NotConnected account={account} />}
        </AccountPanel>
      ))}
      {dialogs.opened && <Dialogs {...dialogs.opened} onClose={dialogs.close} />}
    </Stack>
  );
}

function NotConnected({ account: { gateway, hasDefault } }: { account: GatewayAccountSnapshot }) {
  const title = railTitles[gateway];
  return (
    <Text c="dimmed">
      {hasDefault
        ? `Not connected. Payments by ${title} go to the account of this installation.`
        : `Not connected. Customers cannot pay by ${title}.`}
    </Text>
  );
}

function Connected({ account }: { account: GatewayAccountSnapshot }) {
  const { gateway, keyLast4, webhookUrl, payTo, isTill, canRefund, updatedAt } = account;
  return (
    <>
      <PropertyList
        items={[
          {
            label: 'State',
            value: <StatusBadge status="connected" />,
          },
          { label: 'Key', value: <span className="mono">…{keyLast4}</span> },
          payTo !== null && { label: isTill ? 'Till' : 'Paybill', value: payTo },
          gateway === 'mpesa' && {
            label: 'Refunds',
            value: canRefund ? 'By reversal' : 'You return the money',
          },
          { label: 'Updated', value: <TimeText value={updatedAt} /> },
          {
            label: 'Address for reports',
            wide: true,
            value: (
              <CopyLine
                value={webhookUrl}
                label={`the address for reports of ${railTitles[gateway]}`}
                hint={addressHints[gateway]}
              />
            ),
          },
        ]}
      />
      {gateway === 'mpesa' && <Registration account={account} />}
    </>
  );
}

/** Whether M-Pesa confirms money that customers send on their own. */
function Registration({
  account: { registeredAt, registrationFailure, payTo },
}: {
  account: GatewayAccountSnapshot;
}) {
  if (registeredAt) return null;
  if (!registrationFailure) return <Text size="sm">The address is being registered with M-Pesa.</Text>;
  return (
    <Alert variant="light" color="red" title={`M-Pesa does not report money that customers send to ${payTo}`}>
      M-Pesa says: {registrationFailure}. Prompts work all the same. Where another system has registered the
      number, ask Safaricom to delete that address, and save the credentials again.
    </Alert>
  );
}
