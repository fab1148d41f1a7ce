'use client';

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { SendDocumentButton } from '@/components/forms/send-document-button.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { hasCreditNote } from '@/server/contract/invoice-rules.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { RefundSnapshot } from '@/server/contract/refund.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import type { Target } from '../payments/load.ts';
import { targetItems } from '../payments/target-items.tsx';
import { refundList } from './list.ts';

type RefundPageProps = { refund: RefundSnapshot; payment: PaymentSnapshot; target: Target };

/** One refund: its payment, its amount and its reason. A refund never changes. */
export function RefundPage({ refund, payment, target }: RefundPageProps) {
  const { subscriberId, amount, currency, reason } = refund;
  const maySend = useCan('emails:write');
  return (
    <DetailPage
      list={refundList}
      value={refund}
      title={`Refund of ${formatMoney(amount, currency)}`}
      status={refund.status}
      reason={reason}
      primary={
        <>
          {maySend && (
            <SendDocumentButton
              title="Send refund"
              operation="message.sendRefund"
              id={refund.id}
              contents={{
                EMAIL: hasCreditNote(payment, target.invoiceStatus)
                  ? 'The email says what was refunded, with the credit note as a PDF.'
                  : 'The email says what was refunded.',
                SMS: 'The SMS has the amount and the reference of the payment.',
              }}
            />
          )}
          {hasCreditNote(payment, target.invoiceStatus) && (
            <Button
              component="a"
              href={`/api/refunds/${refund.id}/credit-note`}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Credit note
            </Button>
          )}
        </>
      }
      context={<TextLink href={`/subscribers/${subscriberId}`}>{target.subscriberName}</TextLink>}
      overview={() => <Facts refund={refund} payment={payment} target={target} />}
    ></DetailPage>
  );
}

function Facts({ refund, payment, target }: RefundPageProps) {
  const { amount, currency, reason, note, createdAt } = refund;
  return (
    <Panel title="Details">
      <PropertyList
        items={[
          { label: 'Amount', value: <MoneyText amount={amount} currency={currency} /> },
          { label: 'Reason', value: humanize(reason) },
          { label: 'Refunded', value: <TimeText value={createdAt} /> },
          {
            label: 'Payment',
            value: <TextLink href={`/payments/${payment.id}`}>{payment.reference}</TextLink>,
          },
          {
            label: 'Refunded so far',
            value: (
              <>
                <MoneyText amount={payment.refundedAmount} currency={currency} /> of{' '}
                <MoneyText amount={payment.amount} currency={currency} />
              </>
            ),
          },
          ...targetItems(payment, target),
          { label: 'Note', value: note, wide: true },
        ]}
      />
    </Panel>
  );
}
