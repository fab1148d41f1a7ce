'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { addressLines } from '@/server/contract/address.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import { amountReceived, isOpenInvoice } from '@/server/contract/invoice-rules.ts';
import type { InvoiceAccount } from '@/server/contract/portal/invoice.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import classes from './invoice-sheet.module.css';

type InvoiceSheetProps = {
  invoice: InvoiceSnapshot;
  recipient: SubscriberSnapshot;
  issuer: InvoiceAccount['issuer'];
  /** Decimal share, as it was when the invoice was issued. */
  taxRate: number;
};

/** The invoice as the customer gets it. A print of the page contains nothing else. */
export function InvoiceSheet({ invoice, recipient, issuer, taxRate }: InvoiceSheetProps) {
  const { number, issuedAt, dueAt, paidAt, status, currency } = invoice;
  return (
    <article className={classes.sheet} aria-label={`Invoice ${number}`}>
      <header className={classes.head}>
        <div>
          <h2 className={classes.title}>Invoice</h2>
          <section className={classes.issuer} aria-label="Issued by">
            <div className={classes.strong}>{issuer.legalName ?? issuer.name}</div>
            {[...addressLines(issuer), issuer.taxId && `Tax ID ${issuer.taxId}`]
              .filter(Boolean)
              .map((line) => (
                <div key={line}>{line}</div>
              ))}
          </section>
        </div>
        {!isOpenInvoice(invoice) && (
          <div className={classes.stamp} data-paid={status === 'PAID' || undefined}>
            {status === 'PAID' ? 'Paid' : 'Void'}
          </div>
        )}
      </header>
      <div className={classes.facts}>
        <section aria-label="Billed to">
          <h3>Billed to</h3>
          <div className={classes.strong}>{fullNameOf(recipient)}</div>
          {addressLines(recipient).map((line) => (
            <div key={line}>{line}</div>
          ))}
          <div>{recipient.email}</div>
        </section>
        <dl className={classes.dates}>
          <Fact label="Number">{number}</Fact>
          <Fact label="Issued">
            <TimeText value={issuedAt} detail="day" />
          </Fact>
          <Fact label="Due">
            <TimeText value={dueAt} detail="day" />
          </Fact>
          {paidAt && (
            <Fact label="Paid">
              <TimeText value={paidAt} detail="day" />
            </Fact>
          )}
        </dl>
      </div>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Quantity</th>
            <th scope="col">Price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            <tr key={index}>
              <td>
                <div className={classes.strong}>{line.description}</div>
                {line.periodStart && line.periodEnd && (
                  <div className={classes.period}>
                    <TimeText value={line.periodStart} /> – <TimeText value={line.periodEnd} />
                  </div>
                )}
              </td>
              <td>{line.quantity}</td>
              <td>
                <MoneyText amount={line.unitAmount} currency={currency} />
              </td>
              <td>
                <MoneyText amount={line.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Totals invoice={invoice} taxRate={taxRate} />
      <Footer issuer={issuer} isOpen={isOpenInvoice(invoice)} />
    </article>
  );
}

/** Payment instructions of an open invoice, and contact details. */
function Footer({ issuer, isOpen }: { issuer: InvoiceAccount['issuer']; isOpen: boolean }) {
  const { paymentInstructions, email, phone, website } = issuer;
  const contact = [email, phone, website].filter(Boolean).join(' · ');
  if (!(isOpen && paymentInstructions) && !contact) return null;
  return (
    <footer className={classes.foot}>
      {isOpen && paymentInstructions && <p>{paymentInstructions}</p>}
      {contact && <p>{contact}</p>}
    </footer>
  );
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 4 });

function Totals({ invoice, taxRate }: Pick<InvoiceSheetProps, 'invoice' | 'taxRate'>) {
  const { subtotal, tax, total, amountRefunded, amountDue, currency, status } = invoice;
  const received = amountReceived(invoice);
  const sums: { label: string; amount: number; strong?: boolean }[] = [
    { label: 'Subtotal', amount: subtotal },
    {
      label: taxRate ? `Tax, ${percent.format(taxRate)}` : 'Tax',
      amount: tax,
    },
    { label: 'Total', amount: total, strong: true },
    ...(received > 0 ? [{ label: 'Received', amount: received }] : []),
    ...(amountRefunded > 0 ? [{ label: 'Refunded', amount: -amountRefunded }] : []),
    { label: status === 'VOID' ? 'Nothing is due' : 'Amount due', amount: amountDue, strong: true },
  ];
  return (
    <dl className={classes.totals}>
      {sums.map(({ label, amount, strong }) => (
        <div key={label} data-strong={strong || undefined}>
          <dt>{label}</dt>
          <dd>
            <MoneyText amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
