'use client';

import { Anchor } from '@mantine/core';
import Link from 'next/link';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { formatMoney } from '@/components/format/format-money.ts';
import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { RefundSnapshot } from '@/server/contract/refund.ts';
import type { Target } from '../payments/load.ts';

type RefundPageProps = { refund: RefundSnapshot; payment: PaymentSnapshot; target: Target };

/** One refund: how much went back of which payment, and why. Nothing about it ever changes. */
export function RefundPage({ refund, payment, target }: RefundPageProps) {
  const { id, subscriberId, amount, currency, reason } = refund;
  return (
    <>
      <DetailHeader
        title={`Refund of ${formatMoney(amount, currency)}`}
        id={id}
        parent={{ label: 'Refunds', href: '/refunds' }}
        status={refund.status}
        reason={reason}
        context={<To href={`/subscribers/${subscriberId}`}>{target.subscriberName}</To>}
      />
      <DetailTabs
        noun="refund"
        value={refund}
        tabs={[
          {
            key: 'overview',
            label: 'Overview',
            render: () => <Facts refund={refund} payment={payment} target={target} />,
          },
        ]}
      />
    </>
  );
}

function Facts({ refund, payment, target }: RefundPageProps) {
  const { amount, currency, reason, note, subscriptionId, chargeId, createdAt } = refund;
  return (
    <Panel title="Details">
      <PropertyList
        items={[
          { label: 'Amount', value: <MoneyText amount={amount} currency={currency} /> },
          { label: 'Reason', value: humanize(reason) },
          { label: 'Refunded', value: <TimeText value={createdAt} /> },
          { label: 'Payment', value: <To href={`/payments/${payment.id}`}>{payment.reference}</To> },
          {
            label: 'Refunded of it so far',
            value: (
              <>
                <MoneyText amount={payment.refundedAmount} currency={currency} /> of{' '}
                <MoneyText amount={payment.amount} currency={currency} />
              </>
            ),
          },
          payment.invoiceId !== null && {
            label: 'Invoice',
            value: (
              <To href={`/invoices/${payment.invoiceId}`}>{target.invoiceNumber ?? payment.invoiceId}</To>
            ),
          },
          chargeId !== null && {
            label: 'Charge',
            value: <To href={`/charges/${chargeId}`}>{target.chargeDescription ?? chargeId}</To>,
          },
          subscriptionId !== null && {
            label: 'Subscription',
            value: (
              <To href={`/subscriptions/${subscriptionId}`}>{target.subscriptionName ?? subscriptionId}</To>
            ),
          },
          { label: 'Note', value: note, wide: true },
        ]}
      />
    </Panel>
  );
}

function To({ href, children }: { href: string; children: string }) {
  return (
    <Anchor component={Link} href={href} prefetch={false}>
      {children}
    </Anchor>
  );
}
