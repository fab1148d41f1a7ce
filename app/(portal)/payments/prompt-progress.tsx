'use client';

import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { isOpenPayment } from '@/server/contract/payment-rules.ts';
import type { PaymentGateway } from '@/server/contract/portal/payment-gateway.ts';
import { promptOutcomeText } from '@/server/contract/texts/prompt-outcome.ts';

type PromptProgressProps = {
  payment: PaymentSnapshot;
  /** Called once the payment is complete. */
  onCompleted: (payment: PaymentSnapshot) => void;
  onClose: () => void;
};

/** The customer answers within a minute. */
const REFRESH_MS = 2_000;

const isPromptOver = (data: PaymentGateway | undefined) => data?.prompt?.status === 'OVER';

/** What becomes of a prompt on the customer's phone, as it happens. */
export function PromptProgress({ payment, onCompleted, onClose }: PromptProgressProps) {
  const { data: current = payment } = trpc.payment.get.useQuery(
    { id: payment.id },
    {
      refetchInterval: ({ state }) => (isOpenPayment(state.data ?? payment) ? REFRESH_MS : false),
      staleTime: 0,
    },
  );
  const { data: gateway } = trpc.payment.gateway.useQuery(
    { id: payment.id },
    // The outcome is read after the payment is over, too: it may have ended between two reads.
    { refetchInterval: ({ state }) => (isPromptOver(state.data) ? false : REFRESH_MS), staleTime: 0 },
  );
  const isCompleted = current.status === 'COMPLETED';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status alone decides
  useEffect(() => {
    if (isCompleted) onCompleted(current);
  }, [isCompleted]);
  const prompt = gateway?.prompt;
  return (
    <Stack>
      <Text>
        <MoneyText amount={payment.amount} currency={payment.currency} /> from{' '}
        {prompt?.phone ?? 'the customer'}
      </Text>
      {isOpenPayment(current) ? (
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text>
            {current.status === 'PENDING'
              ? 'The prompt is being sent.'
              : 'The customer has the prompt and enters the PIN.'}
          </Text>
        </Group>
      ) : (
        !isCompleted && (
          <Alert
            variant="light"
            color="yellow"
            title={current.refundDue ? 'The payment came too late' : 'The payment did not come'}
            role="status"
          >
            {current.refundDue
              ? 'The customer paid after the payment had expired. Refund the money, or keep it as credit.'
              : (promptOutcomeText(prompt?.resultCode ?? null, prompt?.resultText ?? null) ??
                'The prompt is over.')}
          </Alert>
        )
      )}
      {isOpenPayment(current) && prompt?.failure && (
        <Text size="sm" c="dimmed">
          Last attempt: {prompt.failure}. It is repeated.
        </Text>
      )}
      <FormActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </FormActions>
    </Stack>
  );
}
