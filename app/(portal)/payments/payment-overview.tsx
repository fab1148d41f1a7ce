'use client';

import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { capitalized } from '@/components/format/capitalized.ts';
import { CopyId } from '@/components/format/copy-id.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { railTitles } from '@/server/contract/enums.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { isLatePayment, isOpenPayment, isRefundable } from '@/server/contract/payment-rules.ts';
import { failureTexts } from '@/server/contract/texts/reason-texts.ts';
import { RefundsIssued } from './account-lists.tsx';
import { GatewayPanel } from './gateway-panel.tsx';
import { refundable } from './labels.ts';
import type { Target } from './load.ts';
import { targetItems } from './target-items.tsx';

type PaymentOverviewProps = {
  payment: PaymentSnapshot;
  refunds: Parameters<typeof RefundsIssued>[0]['query'];
  target: Target;
};

/** The dispute of the payer at the gateway, with its outcome. */
function disputeItems({ dispute, currency }: PaymentSnapshot) {
  if (!dispute) return [];
  const { status, amount, reason, openedAt, closedAt } = dispute;
  return [
    {
      label: 'Disputed',
      value: (
        <>
          <MoneyText amount={amount} currency={currency} /> since <TimeText value={openedAt} />
        </>
      ),
    },
    reason !== null && { label: 'Reason of the dispute', value: humanize(reason) },
    closedAt !== null && {
      label: status === 'LOST' ? 'Dispute lost' : 'Dispute won',
      value: <TimeText value={closedAt} />,
    },
  ];
}

/** The amounts of a payment, what it is for, and its refunds. */
export function PaymentOverview({ payment, refunds, target }: PaymentOverviewProps) {
  const { amount, currency, refundedAmount, status, expiresAt, completedAt, receivedAt } = payment;
  const isOpen = isOpenPayment(payment);
  return (
    <DetailColumns
      mainFirst
      main={
        <>
          {payment.refundDue && <RefundDue payment={payment} />}
          {payment.dispute?.status === 'OPEN' && <Disputed payment={payment} />}
          <Panel title="Money">
            <PropertyList
              items={[
                { label: 'Amount', value: <MoneyText amount={amount} currency={currency} /> },
                { label: 'Refunded', value: <MoneyText amount={refundedAmount} currency={currency} /> },
                payment.creditedAmount > 0 && {
                  label: 'Became credit',
                  value: <MoneyText amount={payment.creditedAmount} currency={currency} />,
                },
                isRefundable(payment) && {
                  label: 'Left to refund',
                  value: <MoneyText amount={refundable(payment)} currency={currency} />,
                },
                { label: 'Payment method', value: railTitles[payment.rail] },
                payment.failureReason !== null && {
                  label: 'Failure reason',
                  value: capitalized(failureTexts[payment.failureReason]),
                },
                ...disputeItems(payment),
                { label: 'Reference', value: <CopyId id={payment.reference} what="reference" /> },
                receivedAt !== null && { label: 'Received', value: <TimeText value={receivedAt} /> },
                completedAt !== null && { label: 'Completed', value: <TimeText value={completedAt} /> },
                isOpen && { label: 'Expires', value: <TimeText value={expiresAt} /> },
                status === 'EXPIRED' && { label: 'Expired', value: <TimeText value={payment.updatedAt} /> },
              ]}
            />
          </Panel>
          <GatewayPanel payment={payment} />
          <RefundsIssued query={refunds} />
        </>
      }
      side={
        <Panel title="For">
          <PropertyList
            items={[
              {
                label: 'Subscriber',
                value: (
                  <TextLink href={`/subscribers/${payment.subscriberId}`}>{target.subscriberName}</TextLink>
                ),
              },
              ...targetItems(payment, target),
              ...times(payment),
            ]}
          />
        </Panel>
      }
    />
  );
}

function times({ createdAt, updatedAt }: PaymentSnapshot) {
  return [
    { label: 'Created', value: <TimeText value={createdAt} /> },
    { label: 'Changed', value: <TimeText value={updatedAt} /> },
  ];
}

/** What to do about an open dispute. */
function Disputed({ payment: { rail } }: { payment: PaymentSnapshot }) {
  return (
    <Alert
      variant="light"
      color="yellow"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="The payer disputes this payment"
    >
      <Text size="sm">
        Answer the dispute in the dashboard of {railTitles[rail]}. Its outcome appears here.
      </Text>
    </Alert>
  );
}

/** Money that has to be refunded, because nothing was due when it arrived. */
function RefundDue({ payment }: { payment: PaymentSnapshot }) {
  const isLate = isLatePayment(payment);
  return (
    <Alert
      variant="light"
      color="red"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Refund due"
    >
      <Text size="sm">
        {!isLate
          ? 'The money arrived when nothing was due any more. Use Refund or Keep as credit above.'
          : payment.checkoutUrl !== null && payment.rail !== 'mpesa'
            ? 'The money arrived after the payment was over. Its gateway refunds it: the panel Gateway shows the state.'
            : 'The money arrived after the payment was over. Use Refund or Keep as credit above.'}
      </Text>
    </Alert>
  );
}
