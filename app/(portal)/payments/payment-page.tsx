'use client';

import { Button, CopyButton } from '@mantine/core';
import {
  IconCash,
  IconCheck,
  IconCopy,
  IconPigMoney,
  IconPlayerPlay,
  IconReceiptRefund,
  IconSend,
} from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan, useSession } from '@/components/shell/session-context.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import type { ListAnswer } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { isOpenPayment, isRefundable, isSimulatable } from '@/server/contract/payment-rules.ts';
import type { RefundSnapshot } from '@/server/contract/refund.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { badgeOf, refundable } from './labels.ts';
import { paymentList } from './list.ts';
import type { Target } from './load.ts';
import { PaymentOverview } from './payment-overview.tsx';

const SendDialog = lazyPart(
  () => import('@/components/forms/send-document-dialog.tsx'),
  'SendDocumentDialog',
);
const RefundDialog = lazyPart(() => import('./refund-dialog.tsx'), 'RefundDialog');
const KeepDialog = lazyPart(() => import('./keep-dialog.tsx'), 'KeepDialog');
const SimulateDialog = lazyPart(() => import('./simulate-dialog.tsx'), 'SimulateDialog');

const PROMPT_REFRESH_MS = 3_000;

type PaymentPageProps = {
  initial: PaymentSnapshot;
  initialRefunds: ListAnswer<RefundSnapshot>;
  target: Target;
};

/** One payment: its state, what it is for, and its refunds. */
export function PaymentPage({ initial, initialRefunds, target }: PaymentPageProps) {
  const { id, subscriberId } = initial;
  const { data: payment } = trpc.payment.get.useQuery(
    { id },
    {
      initialData: initial,
      // The payer of a prompt answers within a minute.
      refetchInterval: ({ state }) =>
        state.data?.rail === 'mpesa' && isOpenPayment(state.data) ? PROMPT_REFRESH_MS : false,
    },
  );
  const refunds = trpc.refund.list.useQuery({ paymentId: id, limit: 100 }, { initialData: initialRefunds });
  const dialogs = useDialogs<Dialog>();
  const router = useRouter();
  const mayWrite = useCan('payments:write');
  const maySend = useCan('emails:write') && payment.status === 'COMPLETED';
  const isSandbox = !useSession().provider.livemode;
  const left = refundable(payment);
  const isOpen = isOpenPayment(payment);
  const refund = {
    key: 'refund',
    label: 'Refund',
    icon: <IconReceiptRefund size={16} aria-hidden />,
    ...dialogs.opens('refund'),
    disabledBecause: isRefundable(payment) ? 'Fully refunded' : 'Only for a completed payment',
  };
  const simulate = {
    key: 'simulate',
    label: 'Simulate an outcome',
    icon: <IconPlayerPlay size={16} aria-hidden />,
    ...dialogs.opens('simulate'),
  };
  return (
    <DetailPage
      list={paymentList}
      value={payment}
      title={payment.reference}
      {...badgeOf(payment)}
      context={<TextLink href={`/subscribers/${subscriberId}`}>{target.subscriberName}</TextLink>}
      primary={
        <>
          {isOpen && <CopyReference reference={payment.reference} />}
          {mayWrite && left > 0 && (
            <Button variant="default" leftSection={refund.icon} {...dialogs.opens('refund')}>
              {refund.label}
            </Button>
          )}
          {mayWrite && payment.refundDue && (
            <Button
              variant="default"
              leftSection={<IconPigMoney size={16} aria-hidden />}
              {...dialogs.opens('keep')}
            >
              Keep as credit
            </Button>
          )}
          {mayWrite && isSandbox && isOpen && isSimulatable(payment) && (
            <Button leftSection={simulate.icon} {...dialogs.opens('simulate')}>
              {simulate.label}
            </Button>
          )}
        </>
      }
      actions={[
        ...(maySend
          ? [
              {
                key: 'send',
                label: 'Send receipt',
                icon: <IconSend size={16} aria-hidden />,
                ...dialogs.opens('send'),
              },
            ]
          : []),
        ...(mayWrite
          ? [
              // An action is in the menu only where it has no button: disabled, with the reason, or rarely needed.
              ...(left === 0 ? [refund] : []),
              ...(isSandbox && !isOpen && isSimulatable(payment) ? [simulate] : []),
              {
                key: 'again',
                label: 'Record another payment',
                icon: <IconCash size={16} aria-hidden />,
                onClick: () => router.push(`/payments?record=${subscriberId}`),
              },
            ]
          : []),
      ]}
      overview={() => <PaymentOverview payment={payment} refunds={refunds} target={target} />}
      timeline={{ title: 'Events of the payment and its refunds', events: trpc.payment.events }}
    >
      <PaymentDialog open={dialogs.opened} payment={payment} onClose={dialogs.close} />
    </DetailPage>
  );
}

type Dialog = 'refund' | 'keep' | 'send' | 'simulate';

function PaymentDialog({
  open,
  payment,
  onClose,
}: {
  open: Dialog | null;
  payment: PaymentSnapshot;
  onClose: () => void;
}) {
  switch (open) {
    case 'refund':
      return <RefundDialog payment={payment} onClose={onClose} />;
    case 'keep':
      return <KeepDialog payment={payment} onClose={onClose} />;
    case 'send':
      return (
        <SendDialog
          title="Send receipt"
          operation="message.sendReceipt"
          id={payment.id}
          contents={{
            EMAIL: payment.invoiceId
              ? 'The email is the receipt, with the invoice as a PDF.'
              : 'The email is the receipt.',
            SMS: 'The SMS has the amount and the reference.',
          }}
          onClose={onClose}
        />
      );
    case 'simulate':
      return (
        <SimulateDialog
          payment={payment}
          title={`${payment.reference}, ${formatMoney(payment.amount, payment.currency)}`}
          onClose={onClose}
        />
      );
    case null:
      return null;
  }
}

function CopyReference({ reference }: { reference: string }) {
  return (
    <CopyButton value={reference} timeout={1500}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? 'Copied' : 'Copy reference'}
        </Button>
      )}
    </CopyButton>
  );
}
