'use client';

import { Anchor, Button, CopyButton } from '@mantine/core';
import { IconCash, IconCheck, IconCopy, IconPlayerPlay, IconReceiptRefund } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { EventTimeline } from '@/components/detail/event-timeline.tsx';
import { formatMoney } from '@/components/format/format-money.ts';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan, useSession } from '@/components/shell/session-context.tsx';
import type { ListAnswer } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { RefundSnapshot } from '@/server/contract/refund.ts';
import { badgeOf, canSimulate, refundable } from './labels.ts';
import type { Target } from './load.ts';
import { PaymentOverview } from './payment-overview.tsx';

const RefundDialog = lazyPart(() => import('./refund-dialog.tsx'), 'RefundDialog');
const SimulateDialog = lazyPart(() => import('./simulate-dialog.tsx'), 'SimulateDialog');

type PaymentPageProps = {
  initial: PaymentSnapshot;
  initialRefunds: ListAnswer<RefundSnapshot>;
  target: Target;
};

/** One payment: what became of the money and why, what it was for, and what went back. */
export function PaymentPage({ initial, initialRefunds, target }: PaymentPageProps) {
  const { id, subscriberId } = initial;
  const { data: payment } = trpc.payment.get.useQuery({ id }, { initialData: initial });
  const refunds = trpc.refund.list.useQuery({ paymentId: id, limit: 100 }, { initialData: initialRefunds });
  const [dialog, setDialog] = useState<'refund' | 'simulate' | null>(null);
  const router = useRouter();
  const mayWrite = useCan('payments:write');
  const isSandbox = !useSession().provider.livemode;
  const left = refundable(payment);
  const isWaiting = payment.status === 'PENDING' || payment.status === 'PROCESSING';
  const refund = {
    key: 'refund',
    label: 'Refund',
    icon: <IconReceiptRefund size={16} aria-hidden />,
    onClick: () => setDialog('refund'),
    disabledBecause:
      left > 0
        ? undefined
        : payment.status === 'COMPLETED'
          ? 'All of it was refunded'
          : 'Only for a completed payment',
  };
  const simulate = {
    key: 'simulate',
    label: 'Simulate an outcome',
    icon: <IconPlayerPlay size={16} aria-hidden />,
    onClick: () => setDialog('simulate'),
    disabledBecause: canSimulate(payment) ? undefined : 'Only for an unsettled simulated payment',
  };
  return (
    <>
      <DetailHeader
        title={payment.reference}
        id={id}
        parent={{ label: 'Payments', href: '/payments' }}
        {...badgeOf(payment)}
        context={
          <Anchor component={Link} href={`/subscribers/${subscriberId}`} prefetch={false}>
            {target.subscriberName}
          </Anchor>
        }
        primary={
          <>
            {isWaiting && <CopyReference reference={payment.reference} />}
            {mayWrite && left > 0 && (
              <Button variant="default" leftSection={refund.icon} onClick={refund.onClick}>
                {refund.label}
              </Button>
            )}
            {mayWrite && isSandbox && isWaiting && canSimulate(payment) && (
              <Button leftSection={simulate.icon} onClick={simulate.onClick}>
                {simulate.label}
              </Button>
            )}
          </>
        }
        actions={
          mayWrite
            ? [
                refund,
                ...(isSandbox ? [simulate] : []),
                {
                  key: 'again',
                  label: 'Record another payment',
                  icon: <IconCash size={16} aria-hidden />,
                  onClick: () => router.push(`/payments?record=${subscriberId}`),
                },
              ]
            : []
        }
      />
      <DetailTabs
        noun="payment"
        value={payment}
        tabs={[
          {
            key: 'overview',
            label: 'Overview',
            render: () => <PaymentOverview payment={payment} refunds={refunds} target={target} />,
          },
        ]}
        timeline={{
          title: 'Events of it and its refunds',
          render: () => <EventTimeline events={trpc.payment.events} id={id} />,
        }}
      />
      {dialog === 'refund' && <RefundDialog payment={payment} onClose={() => setDialog(null)} />}
      {dialog === 'simulate' && (
        <SimulateDialog
          payment={payment}
          title={`${payment.reference}, ${formatMoney(payment.amount, payment.currency)}`}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
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
