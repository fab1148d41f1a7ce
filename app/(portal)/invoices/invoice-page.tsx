'use client';

import { Button } from '@mantine/core';
import { IconCash, IconCopy, IconDownload, IconExternalLink, IconPrinter } from '@tabler/icons-react';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { SendDocumentButton } from '@/components/forms/send-document-button.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { notify } from '@/components/shell/notify.ts';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import { isOpenInvoice } from '@/server/contract/invoice-rules.ts';
import { hasOpenCheckout } from '@/server/contract/payment-rules.ts';
import type { InvoiceAccount } from '@/server/contract/portal/invoice.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { isErased } from '@/server/contract/subscriber-rules.ts';
import { InvoiceMoney } from './invoice-money.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { dueText, voidReasonTexts } from './labels.ts';
import { invoiceList } from './list.ts';

const PayDialog = lazyPart(() => import('../payments/pay-dialog.tsx'), 'PayDialog');

type InvoicePageProps = {
  initial: InvoiceSnapshot;
  initialAccount: InvoiceAccount;
  recipient: SubscriberSnapshot;
  planName: string;
  /** The provider's time when the page was rendered. */
  now: string;
};

/** One invoice: the sheet that the customer gets, its payments and refunds, and its actions. */
export function InvoicePage(props: InvoicePageProps) {
  const { initial, initialAccount, recipient, planName, now } = props;
  const { id } = initial;
  const { data: invoice } = trpc.invoice.get.useQuery({ id }, { initialData: initial });
  const { data: account } = trpc.invoice.account.useQuery({ id }, { initialData: initialAccount });
  const paying = useDialog();
  const maySend = useCan('emails:write') && !isErased(recipient);
  const due = dueText(invoice, now);
  const mayPay = useCan('payments:collect') && isOpenInvoice(invoice);
  return (
    <DetailPage
      list={invoiceList}
      value={invoice}
      title={invoice.number}
      status={invoice.status}
      reason={account.voided?.reason ? voidReasonTexts[account.voided.reason] : (due?.text ?? null)}
      tone={due?.isOverdue ? 'red' : undefined}
      context={<TextLink href={`/subscribers/${invoice.subscriberId}`}>{fullNameOf(recipient)}</TextLink>}
      primary={
        <>
          <Button
            component="a"
            href={`/api/invoices/${id}/pdf`}
            download={`${invoice.number}.pdf`}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            PDF
          </Button>
          {account.voided && (
            <Button
              component="a"
              href={`/api/invoices/${id}/credit-note`}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Credit note
            </Button>
          )}
          {maySend && (
            <SendDocumentButton
              title={`Send ${invoice.number}`}
              operation="message.sendInvoice"
              id={id}
              contents={sendContents[invoice.status]}
            />
          )}
          {mayPay && (
            <Button leftSection={<IconCash size={16} aria-hidden />} {...paying.opener}>
              Record payment
            </Button>
          )}
        </>
      }
      actions={actionsOf(invoice, account)}
      overview={() => (
        <DetailColumns
          main={
            <InvoiceSheet
              invoice={invoice}
              recipient={recipient}
              issuer={account.issuer}
              taxRate={account.taxRate}
            />
          }
          side={<InvoiceMoney invoice={invoice} account={account} planName={planName} />}
        />
      )}
      timeline={{ title: 'Events of the payments and the billing cycle', events: trpc.invoice.events }}
    >
      {paying.isOpen && (
        <PayDialog subscriptionId={invoice.subscriptionId} invoiceId={id} onClose={paying.close} />
      )}
    </DetailPage>
  );
}

/** What is sent of an invoice in each status. */
const sendContents: Record<InvoiceSnapshot['status'], { EMAIL: string; SMS: string }> = {
  OPEN: {
    EMAIL: 'The email has the invoice as a PDF, and the link to pay it.',
    SMS: 'The SMS has the amount, the due date and the link to pay.',
  },
  PAID: {
    EMAIL: 'The invoice is paid: the email is the receipt, with the invoice as a PDF.',
    SMS: 'The invoice is paid: the SMS is the receipt.',
  },
  VOID: {
    EMAIL: 'The invoice is void: the email has its credit note as a PDF.',
    SMS: 'The invoice is void: the SMS says that nothing is owed on it.',
  },
};

function actionsOf({ number }: InvoiceSnapshot, { payments }: InvoiceAccount): DetailAction[] {
  const openPayment = payments.find(hasOpenCheckout);
  return [
    {
      key: 'copy',
      label: 'Copy number',
      icon: <IconCopy size={16} aria-hidden />,
      onClick: async () => {
        await navigator.clipboard.writeText(number);
        notify({ color: 'green', message: `${number} is copied.` });
      },
    },
    {
      key: 'print',
      label: 'Print',
      icon: <IconPrinter size={16} aria-hidden />,
      onClick: () => window.print(),
    },
    ...(openPayment
      ? [
          {
            key: 'checkout',
            label: 'Open checkout',
            icon: <IconExternalLink size={16} aria-hidden />,
            onClick: () => window.open(openPayment.checkoutUrl, '_blank', 'noopener'),
          },
        ]
      : []),
  ];
}
