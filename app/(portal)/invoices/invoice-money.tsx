'use client';

import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { invoiceKindNames } from '@/components/format/invoice-kind.ts';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import type { InvoiceAccount } from '@/server/contract/portal/invoice.ts';
import { PaymentsMade, RefundsIssued } from '../payments/account-lists.tsx';
import { voidReasonTexts } from './labels.ts';

type InvoiceMoneyProps = { invoice: InvoiceSnapshot; account: InvoiceAccount; planName: string };

/** The balance of an invoice, what it is for, its payments and its refunds. */
export function InvoiceMoney({ invoice, account, planName }: InvoiceMoneyProps) {
  const { currency, subscriptionId, billingCycleId } = invoice;
  const period = invoice.lines.find(({ periodStart }) => periodStart !== null);
  const { voided, payments, refunds } = account;
  return (
    <>
      <Panel title="Balance">
        <PropertyList
          items={[
            { label: 'Amount due', value: <MoneyText amount={invoice.amountDue} currency={currency} /> },
            { label: 'Due', value: <TimeText value={invoice.dueAt} /> },
            { label: 'Paid', value: <MoneyText amount={invoice.amountPaid} currency={currency} /> },
            invoice.amountRefunded > 0 && {
              label: 'Refunded',
              value: <MoneyText amount={invoice.amountRefunded} currency={currency} />,
            },
            invoice.paidAt !== null && { label: 'Settled', value: <TimeText value={invoice.paidAt} /> },
            voided && { label: 'Void since', value: <TimeText value={voided.at} /> },
            voided?.reason && { label: 'Reason', value: voidReasonTexts[voided.reason], wide: true },
            voided?.replacedBy && {
              label: 'Replaced by',
              value: (
                <TextLink href={`/invoices/${voided.replacedBy.id}`}>{voided.replacedBy.number}</TextLink>
              ),
            },
          ]}
        />
      </Panel>
      <Panel title="For">
        <PropertyList
          items={[
            { label: 'Kind', value: invoiceKindNames[invoice.kind] },
            {
              label: 'Subscription',
              value: <TextLink href={`/subscriptions/${subscriptionId}`}>{planName}</TextLink>,
            },
            billingCycleId !== null && {
              label: 'Cycle',
              value: (
                <TextLink href={`/subscriptions/${subscriptionId}?tab=billing`}>
                  {period ? (
                    <>
                      <TimeText value={period.periodStart} detail="day" /> –{' '}
                      <TimeText value={period.periodEnd} detail="day" />
                    </>
                  ) : (
                    'Cycles of the subscription'
                  )}
                </TextLink>
              ),
            },
            { label: 'Issued', value: <TimeText value={invoice.issuedAt} /> },
          ]}
        />
      </Panel>
      <PaymentsMade query={{ data: payments }} empty="No payments yet." />
      {refunds.length > 0 && <RefundsIssued query={{ data: refunds }} />}
    </>
  );
}
