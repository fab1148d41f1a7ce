'use client';

import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ProblemAlert } from '@/components/data/problem-alert.tsx';
import { notify } from '@/components/shell/notify.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { PayForm } from './pay-form.tsx';
import { PlayGateway } from './play-gateway.tsx';

/** Paying for a subscription: what is owed, what follows, how the money comes, and in sandbox what the gateway says. */
export function PayDialog({ subscriptionId, onClose }: { subscriptionId: string; onClose: () => void }) {
  const utils = trpc.useUtils();
  const preview = trpc.payment.preview.useQuery({ subscriptionId }, { staleTime: 0, gcTime: 0 });
  const [played, setPlayed] = useState<PaymentSnapshot | null>(null);

  const settle = (payment: PaymentSnapshot) => {
    void utils.invalidate();
    if (payment.status === 'COMPLETED') {
      notify({ color: 'green', message: 'The payment is received. The subscription is in service.' });
      onClose();
    } else if (payment.status === 'FAILED') {
      notify({ color: 'yellow', message: 'The gateway did not take the payment.' });
      onClose();
    } else setPlayed(payment);
  };

  return (
    <Modal opened onClose={onClose} title="Pay" size="lg">
      {played ? (
        <PlayGateway payment={played} onSettled={settle} />
      ) : preview.error ? (
        <ProblemAlert problem={toApiProblem(preview.error)} onRetry={() => preview.refetch()} />
      ) : !preview.data ? (
        <Stack>
          <Skeleton h={18} w="40%" />
          <Skeleton h={120} />
        </Stack>
      ) : !preview.data.owed ? (
        <Stack>
          <Text>Nothing is owed on this subscription.</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          {preview.data.waiting && (
            <Waiting payment={preview.data.waiting} onPlay={() => setPlayed(preview.data.waiting)} />
          )}
          <PayForm
            subscriptionId={subscriptionId}
            preview={preview.data}
            onDone={settle}
            onCancel={onClose}
          />
        </Stack>
      )}
    </Modal>
  );
}

/** There is an unsettled payment for the same thing: the new one would replace it. */
function Waiting({ payment, onPlay }: { payment: PaymentSnapshot; onPlay: () => void }) {
  return (
    <Alert variant="light" color="yellow" title={`${payment.reference} is not settled yet`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {payment.status === 'PROCESSING'
            ? 'It is being processed; until that is over no other payment can be made.'
            : 'A new payment lets it expire at once (event payment.expired).'}
        </Text>
        {payment.rail === 'simulated' && (
          <Button size="compact-sm" variant="default" onClick={onPlay}>
            Play the gateway for it
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
