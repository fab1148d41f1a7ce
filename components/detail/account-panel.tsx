'use client';

import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import type { Opener } from '@/components/shell/use-dialog.ts';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import type { AccountTest } from '@/server/contract/portal/account-credentials.ts';
import { Panel } from './panel.tsx';

export type AccountAction = 'save' | 'remove';

type AccountPanelProps = {
  title: string;
  isConnected: boolean;
  /** Sends the credentials to the gateway. Its answer is shown below the buttons. */
  test: () => Promise<AccountTest>;
  opens: (name: AccountAction) => Opener;
  children: ReactNode;
};

/** An account at a gateway: its state, a test of its credentials, and the buttons that connect and disconnect it. */
export function AccountPanel({ title, isConnected, test, opens, children }: AccountPanelProps) {
  const [answer, setAnswer] = useState<AccountTest | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setAnswer(null);
    setProblem(null);
    try {
      setAnswer(await test());
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };
  const button = (label: string, name: string, props: ButtonProps & { onClick: () => void }) => (
    <Button variant="default" {...props} aria-label={`${name} ${title}`}>
      {label}
    </Button>
  );
  return (
    <Panel title={title}>
      <Stack gap="md">
        {children}
        <Group gap="sm">
          {isConnected && button('Test', 'Test', { onClick: run, loading: busy })}
          {isConnected
            ? button('Replace credentials', 'Replace credentials of', opens('save'))
            : button('Connect', 'Connect', opens('save'))}
          {isConnected && button('Disconnect', 'Disconnect', opens('remove'))}
        </Group>
        {isConnected && problem && <ProblemAlert problem={problem} />}
        {isConnected && answer && (
          <Text size="sm" role="status" c={answer.isAccepted ? undefined : 'red'}>
            {answer.answer}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
