'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { apiRequestOf } from '@/components/forms/api-request.ts';
import { AsApiRequest } from '@/components/forms/as-api-request.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { simulateOutcomes } from '@/server/contract/enums.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';

type Outcome = (typeof simulateOutcomes)[number];

const labels: Record<Outcome, string> = {
  succeed: 'Succeed',
  insufficient_funds: 'Insufficient funds',
  timeout: 'Time out',
  reject: 'Reject',
};

type SimulateOutcomeProps = { payment: PaymentSnapshot; onSettled: (payment: PaymentSnapshot) => void };

/** Chooses the outcome of a payment on the simulated gateway of a sandbox. */
export function SimulateOutcome({ payment, onSettled }: SimulateOutcomeProps) {
  const { client } = trpc.useUtils();
  const [busy, setBusy] = useState<Outcome | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const simulate = async (outcome: Outcome) => {
    setBusy(outcome);
    setProblem(null);
    try {
      const idempotencyKey = crypto.randomUUID();
      onSettled(
        await client.payment.simulate.mutate({ id: payment.id, outcome }, { context: { idempotencyKey } }),
      );
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(null);
  };

  return (
    <Stack>
      {problem && <ProblemAlert problem={problem} />}
      <Text>
        {payment.reference} of <MoneyText amount={payment.amount} currency={payment.currency} />{' '}
        {payment.status === 'EXPIRED' ? (
          'has expired.'
        ) : (
          <>
            waits for the simulated gateway and expires on <TimeText value={payment.expiresAt} />.
          </>
        )}{' '}
        Choose the outcome.
      </Text>
      <Group gap="xs">
        {(Object.keys(labels) as Outcome[]).map((outcome) => (
          <Button
            key={outcome}
            variant={outcome === 'succeed' ? 'filled' : 'default'}
            onClick={() => simulate(outcome)}
            loading={busy === outcome}
            disabled={busy !== null && busy !== outcome}
          >
            {labels[outcome]}
          </Button>
        ))}
      </Group>
      <AsApiRequest request={apiRequestOf('payment.simulate', { id: payment.id, outcome: 'succeed' })} />
    </Stack>
  );
}
