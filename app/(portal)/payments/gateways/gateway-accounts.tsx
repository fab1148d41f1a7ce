'use client';

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { CopyValue } from '@/components/shell/copy-value.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { GatewayName } from '@/server/contract/enums.ts';
import type { GatewayAccountSnapshot, GatewayAccountTest } from '@/server/contract/portal/gateway-account.ts';
import { addressHints, gatewayTitles } from './fields.ts';
import type { GatewayAction } from './gateway-dialogs.tsx';

const Dialogs = lazyPart(() => import('./gateway-dialogs.tsx'), 'GatewayDialogs');

/** M-Pesa registers the address within seconds. */
const REFRESH_MS = 3_000;

const isRegistering = ({ gateway, isConnected, registeredAt, registrationFailure }: GatewayAccountSnapshot) =>
  gateway === 'mpesa' && isConnected && !registeredAt && !registrationFailure;

/** A panel for each gateway. */
export function GatewayAccounts({ initial }: { initial: GatewayAccountSnapshot[] }) {
  const { data } = trpc.gatewayAccount.list.useQuery(
    {},
    {
      initialData: initial,
      refetchInterval: ({ state }) => (state.data?.some(isRegistering) ? REFRESH_MS : false),
    },
  );
  const [action, setAction] = useState<{ name: GatewayAction; account: GatewayAccountSnapshot } | null>(null);
  return (
    <Stack>
      {data.map((account) => (
        <GatewayPanel
          key={account.gateway}
          account={account}
          onAction={(name) => setAction({ name, account })}
        />
      ))}
      {action && <Dialogs {...action} onClose={() => setAction(null)} />}
    </Stack>
  );
}

type PanelProps = { account: GatewayAccountSnapshot; onAction: (name: GatewayAction) => void };

function GatewayPanel({ account, onAction }: PanelProps) {
  const { gateway, isConnected, hasDefault } = account;
  const title = gatewayTitles[gateway];
  const test = useAccountTest(gateway);
  return (
    <Panel title={title}>
      <Stack gap="md">
        {isConnected ? (
          <Connected account={account} />
        ) : (
          <NotConnected title={title} hasDefault={hasDefault} />
        )}
        <Group gap="sm">
          {isConnected && (
            <Button variant="default" onClick={test.run} loading={test.busy} aria-label={`Test ${title}`}>
              Test
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => onAction('save')}
            aria-label={`${isConnected ? 'Replace credentials of' : 'Connect'} ${title}`}
          >
            {isConnected ? 'Replace credentials' : 'Connect'}
          </Button>
          {isConnected && (
            <Button variant="default" onClick={() => onAction('remove')} aria-label={`Disconnect ${title}`}>
              Disconnect
            </Button>
          )}
        </Group>
        {isConnected && test.result}
      </Stack>
    </Panel>
  );
}

function NotConnected({ title, hasDefault }: { title: string; hasDefault: boolean }) {
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
              <Stack gap={4}>
                <Group gap="sm">
                  <span className="mono" style={{ overflowWrap: 'anywhere' }}>
                    {webhookUrl}
                  </span>
                  <CopyValue
                    value={webhookUrl}
                    label={`the address for reports of ${gatewayTitles[gateway]}`}
                  />
                </Group>
                <Text size="sm" c="dimmed">
                  {addressHints[gateway]}
                </Text>
              </Stack>
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

/** Sends the credentials to the gateway. The answer is shown below the buttons. */
function useAccountTest(gateway: GatewayName) {
  const { client } = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<GatewayAccountTest | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const run = async () => {
    setBusy(true);
    setAnswer(null);
    setProblem(null);
    try {
      setAnswer(await client.gatewayAccount.test.mutate({ gateway }));
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };
  const result = (
    <>
      {problem && <ProblemAlert problem={problem} />}
      {answer && (
        <Text size="sm" role="status" c={answer.isAccepted ? undefined : 'red'}>
          {answer.answer}
        </Text>
      )}
    </>
  );
  return { run, busy, result };
}
