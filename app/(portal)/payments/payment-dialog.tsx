'use client';

import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '@/components/forms/dialog.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { notify } from '@/components/shell/notify.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { hasOpenCheckout } from '@/server/contract/payment-rules.ts';
import { CheckoutLink } from './checkout-link.tsx';
import { PromptProgress } from './prompt-progress.tsx';
import { SimulateOutcome } from './simulate-outcome.tsx';

type DebtAnswer = { debt: object | null; openPayment: PaymentSnapshot | null };

type PaymentDialogProps<P extends DebtAnswer> = {
  /** The debt, and the open payment for it. */
  query: { data: P | undefined; error: unknown; refetch: () => unknown };
  /** The text where nothing is due. */
  nothingDue: string;
  /** The text once the payment is complete. */
  received: string;
  /** The title of the dialog. */
  title?: string;
  onClose: () => void;
  /** The form, where something is due. */
  children: (data: P, onDone: (payment: PaymentSnapshot) => void) => ReactNode;
};

/** The dialog of a payment: the debt, an open payment, the form, and in a sandbox the simulated gateway. */
export function PaymentDialog<P extends DebtAnswer>(props: PaymentDialogProps<P>) {
  const { query, nothingDue, received, title = 'Record payment', onClose, children } = props;
  const utils = trpc.useUtils();
  /** The open payment whose next step is shown in place of the form. */
  const [openPayment, setOpenPayment] = useState<PaymentSnapshot | null>(null);
  const { data } = query;

  const settle = (payment: PaymentSnapshot) => {
    void utils.invalidate();
    if (payment.status === 'COMPLETED') {
      notify({ color: 'green', message: received });
      onClose();
    } else if (payment.status === 'FAILED') {
      notify({ color: 'yellow', message: 'The gateway declined the payment.' });
      onClose();
    } else setOpenPayment(payment);
  };

  return (
    <Dialog onClose={onClose} title={title} size="lg">
      {openPayment?.rail === 'mpesa' ? (
        <PromptProgress payment={openPayment} onCompleted={settle} onClose={onClose} />
      ) : openPayment?.checkoutUrl ? (
        <CheckoutLink payment={openPayment} url={openPayment.checkoutUrl} onClose={onClose} />
      ) : openPayment ? (
        <SimulateOutcome payment={openPayment} onSettled={settle} />
      ) : query.error ? (
        <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />
      ) : !data ? (
        <Stack>
          <Skeleton h={18} w="40%" />
          <Skeleton h={120} />
        </Stack>
      ) : !data.debt ? (
        <Stack>
          <Text>{nothingDue}</Text>
          <FormActions>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </FormActions>
        </Stack>
      ) : (
        <Stack>
          {data.openPayment && (
            <OpenPaymentNotice payment={data.openPayment} onShow={() => setOpenPayment(data.openPayment)} />
          )}
          {children(data, settle)}
        </Stack>
      )}
    </Dialog>
  );
}

/** The notice about an open payment for the same debt. */
function OpenPaymentNotice({ payment, onShow }: { payment: PaymentSnapshot; onShow: () => void }) {
  return (
    <Alert variant="light" color="yellow" title={`${payment.reference} is not settled yet`}>
      <Stack gap="xs" align="flex-start">
        {payment.rail === 'simulated' && (
          <Button size="compact-sm" variant="default" onClick={onShow}>
            Simulate an outcome
          </Button>
        )}
        {payment.rail === 'mpesa' && (
          <Button size="compact-sm" variant="default" onClick={onShow}>
            Show the prompt
          </Button>
        )}
        {payment.rail !== 'mpesa' && hasOpenCheckout(payment) && (
          <Button size="compact-sm" variant="default" onClick={onShow}>
            Show checkout link
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
