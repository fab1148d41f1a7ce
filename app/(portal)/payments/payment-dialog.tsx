'use client';

import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '@/components/forms/dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { CheckoutLink } from './checkout-link.tsx';
import { SimulateOutcome } from './simulate-outcome.tsx';

type Owed = { owed: object | null; waiting: PaymentSnapshot | null };

type PaymentDialogProps<P extends Owed> = {
  /** The debt, and the payment that is not settled yet. */
  query: { data: P | undefined; error: unknown; refetch: () => unknown };
  /** The text where nothing is owed. */
  nothing: string;
  /** The text once the payment is complete. */
  received: string;
  onClose: () => void;
  /** The form, where something is owed. */
  children: (debt: P, onDone: (payment: PaymentSnapshot) => void) => ReactNode;
};

/** The dialog of a payment: the debt, an unsettled payment, the form, and in a sandbox the simulated gateway. */
export function PaymentDialog<P extends Owed>(props: PaymentDialogProps<P>) {
  const { query, nothing, received, onClose, children } = props;
  const utils = trpc.useUtils();
  /** A payment that was created and waits for its gateway. */
  const [awaited, setAwaited] = useState<PaymentSnapshot | null>(null);
  const { data: debt } = query;

  const settle = (payment: PaymentSnapshot) => {
    void utils.invalidate();
    if (payment.status === 'COMPLETED') {
      notify({ color: 'green', message: received });
      onClose();
    } else if (payment.status === 'FAILED') {
      notify({ color: 'yellow', message: 'The gateway declined the payment.' });
      onClose();
    } else setAwaited(payment);
  };

  return (
    <Dialog onClose={onClose} title="Record payment" size="lg">
      {awaited?.checkoutUrl ? (
        <CheckoutLink payment={awaited} url={awaited.checkoutUrl} onClose={onClose} />
      ) : awaited ? (
        <SimulateOutcome payment={awaited} onSettled={settle} />
      ) : query.error ? (
        <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />
      ) : !debt ? (
        <Stack>
          <Skeleton h={18} w="40%" />
          <Skeleton h={120} />
        </Stack>
      ) : !debt.owed ? (
        <Stack>
          <Text>{nothing}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          {debt.waiting && <Waiting payment={debt.waiting} onShow={() => setAwaited(debt.waiting)} />}
          {children(debt, settle)}
        </Stack>
      )}
    </Dialog>
  );
}

/** The notice about an unsettled payment for the same debt. */
function Waiting({ payment, onShow }: { payment: PaymentSnapshot; onShow: () => void }) {
  return (
    <Alert variant="light" color="yellow" title={`${payment.reference} is not settled yet`}>
      <Stack gap="xs" align="flex-start">
        {payment.rail === 'simulated' && (
          <Button size="compact-sm" variant="default" onClick={onShow}>
            Simulate an outcome
          </Button>
        )}
        {payment.checkoutUrl && payment.status === 'PENDING' && (
          <Button size="compact-sm" variant="default" onClick={onShow}>
            Show checkout link
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
