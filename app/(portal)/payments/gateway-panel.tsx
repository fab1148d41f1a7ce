'use client';

import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { capitalized } from '@/components/format/capitalized.ts';
import { CopyId } from '@/components/format/copy-id.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { isOpenPayment } from '@/server/contract/payment-rules.ts';
import type { PaymentGateway } from '@/server/contract/portal/payment-gateway.ts';
import { promptOutcomeText } from '@/server/contract/texts/prompt-outcome.ts';
import { failureNames } from '@/server/contract/texts/reason-texts.ts';

/** The payer of a prompt answers within a minute. */
const REFRESH_MS = 3_000;

/** Whether the outcome of a prompt is not read yet. It may have come between two reads, after which the payment is over. */
const isPrompted = (payment: PaymentSnapshot, data: PaymentGateway | undefined) =>
  payment.rail === 'mpesa' && (data?.prompt ? data.prompt.status !== 'OVER' : isOpenPayment(payment));

const promptStates = { WAITING: 'Being sent', SENT: 'On the phone', OVER: 'Over' } as const;

/** The state of a payment at its gateway. A payment without a gateway has no panel. */
export function GatewayPanel({ payment }: { payment: PaymentSnapshot }) {
  const { data } = trpc.payment.gateway.useQuery(
    { id: payment.id },
    {
      enabled: payment.checkoutUrl !== null,
      refetchInterval: ({ state }) => (isPrompted(payment, state.data) ? REFRESH_MS : false),
    },
  );
  if (!data?.checkoutSession) return null;
  const { checkoutSession, prompt, refunds } = data;
  return (
    <Panel title="Gateway">
      <Stack>
        <PropertyList
          items={[
            {
              label: 'Checkout link',
              value: <CopyId id={payment.checkoutUrl ?? ''} what="link" />,
              wide: true,
            },
            prompt && { label: 'Prompt to', value: prompt.phone },
            prompt && { label: 'Prompt', value: promptStates[prompt.status] },
            prompt?.resultText
              ? {
                  label: 'Outcome',
                  value: promptOutcomeText(prompt.resultCode, prompt.resultText),
                  wide: true,
                }
              : null,
            prompt?.failure ? { label: 'Last attempt', value: prompt.failure, wide: true } : null,
            !prompt && {
              label: 'Checkout session',
              value: checkoutSession.closedAt
                ? 'Closed'
                : checkoutSession.isOpened
                  ? 'Opened'
                  : 'Not opened yet',
            },
            {
              label: 'Gateway payment',
              value: checkoutSession.gatewayPaymentId && (
                <CopyId id={checkoutSession.gatewayPaymentId} what="the gateway's id" />
              ),
            },
            checkoutSession.declineReason && {
              label: 'Last attempt declined',
              value: capitalized(failureNames[checkoutSession.declineReason]),
            },
          ]}
        />
        {refunds.map((refund) => (
          <GatewayRefund key={refund.id} paymentId={payment.id} refund={refund} />
        ))}
      </Stack>
    </Panel>
  );
}

type Refund = PaymentGateway['refunds'][number];

function GatewayRefund({ paymentId, refund }: { paymentId: string; refund: Refund }) {
  const { amount, currency, submittedAt, nextAttemptAt, failure, refundId } = refund;
  const sum = <MoneyText amount={amount} currency={currency} />;
  const what = refundId ? <TextLink href={`/refunds/${refundId}`}>refund</TextLink> : 'late payment';
  if (submittedAt) {
    return (
      <Text size="sm">
        {sum} refunded at <TimeText value={submittedAt} />: {what}
      </Text>
    );
  }
  if (nextAttemptAt) {
    return (
      <Text size="sm">
        {sum} to be refunded at <TimeText value={nextAttemptAt} />: {what}
        {failure && ` (last attempt: ${failure})`}
      </Text>
    );
  }
  return <FailedRefund paymentId={paymentId} refund={refund} />;
}

/** A refund that is recorded but that failed at the gateway. */
function FailedRefund({ paymentId, refund }: { paymentId: string; refund: Refund }) {
  const utils = trpc.useUtils();
  const mayRefund = useCan('payments:write');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const again = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await utils.client.payment.retryGatewayRefund.mutate({ id: paymentId, gatewayRefundId: refund.id });
      await utils.payment.gateway.invalidate({ id: paymentId });
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };
  return (
    <Alert variant="light" color="red" title="The gateway did not make this refund">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <MoneyText amount={refund.amount} currency={refund.currency} /> was not refunded
          {refund.refundId ? '' : ', a late payment'}: {refund.failure}. Refund it by other means, or fix the
          cause and try again.
        </Text>
        {problem && <ProblemAlert problem={problem} />}
        {mayRefund && (
          <Button size="compact-sm" variant="default" onClick={again} loading={busy}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
