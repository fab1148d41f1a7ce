'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { CopyValue } from '@/components/shell/copy-value.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { MessageAccountSnapshot, MessageAccountTest } from '@/server/contract/portal/message-account.ts';
import type { AccountAction } from './account-dialogs.tsx';

const Dialogs = lazyPart(() => import('./account-dialogs.tsx'), 'AccountDialogs');

/** A panel for the mail server and each gateway for SMS. */
export function AccountPanels({ initial }: { initial: MessageAccountSnapshot[] }) {
  const { data } = trpc.messageAccount.list.useQuery({}, { initialData: initial });
  const [action, setAction] = useState<{ name: AccountAction; account: MessageAccountSnapshot } | null>(null);
  return (
    <>
      {data.map((account) => (
        <AccountPanel
          key={account.gateway}
          account={account}
          onAction={(name) => setAction({ name, account })}
        />
      ))}
      {action && <Dialogs {...action} onClose={() => setAction(null)} />}
    </>
  );
}

type PanelProps = { account: MessageAccountSnapshot; onAction: (name: AccountAction) => void };

function AccountPanel({ account, onAction }: PanelProps) {
  const { label, isConnected, hasDefault, sender, keyLast4, reportUrl, gateway } = account;
  const { client } = trpc.useUtils();
  const [answer, setAnswer] = useState<MessageAccountTest | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    setAnswer(null);
    setProblem(null);
    try {
      setAnswer(await client.messageAccount.test.mutate({ gateway }));
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };
  return (
    <Panel title={label}>
      <Stack gap="md">
        {isConnected ? (
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
                    <Stack gap={4}>
                      <Group gap="sm">
                        <span className="mono" style={{ overflowWrap: 'anywhere' }}>
                          {reportUrl}
                        </span>
                        <CopyValue value={reportUrl} label="the address for delivery reports" />
                      </Group>
                      <Text size="sm" c="dimmed">
                        Enter it in the dashboard of the app, under SMS, SMS callback URLs, Delivery reports.
                      </Text>
                    </Stack>
                  ),
                },
            ]}
          />
        ) : (
          <Text c="dimmed">
            {hasDefault
              ? 'Not connected. Emails go through the mail server of this installation.'
              : 'Not connected.'}
          </Text>
        )}
        <Group gap="sm">
          {isConnected && (
            <Button variant="default" onClick={test} loading={isBusy} aria-label={`Test ${label}`}>
              Test
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => onAction('save')}
            aria-label={`${isConnected ? 'Replace credentials of' : 'Connect'} ${label}`}
          >
            {isConnected ? 'Replace credentials' : 'Connect'}
          </Button>
          {isConnected && (
            <Button variant="default" onClick={() => onAction('remove')} aria-label={`Disconnect ${label}`}>
              Disconnect
            </Button>
          )}
        </Group>
        {problem && <ProblemAlert problem={problem} />}
        {isConnected && answer && (
          <Text size="sm" role="status" c={answer.isAccepted ? undefined : 'red'}>
            {answer.answer}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
