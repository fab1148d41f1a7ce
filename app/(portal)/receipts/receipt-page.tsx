'use client';

import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import { railTitles } from '@/server/contract/enums.ts';
import type { ReceiptSnapshot } from '@/server/contract/receipt.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { receiptList } from './list.ts';

const AssignDialog = lazyPart(() => import('./assign-dialog.tsx'), 'AssignDialog');

/** One receipt: what arrived, from whom, and whose it is. */
export function ReceiptPage({ initial }: { initial: ReceiptSnapshot }) {
  const { data: receipt } = trpc.receipt.get.useQuery({ id: initial.id }, { initialData: initial });
  const assigning = useDialog();
  const mayAssign = useCan('payments:write') && receipt.status === 'UNMATCHED';
  return (
    <DetailPage
      list={receiptList}
      value={receipt}
      title={`${formatMoney(receipt.amount, receipt.currency)}, ${receipt.transactionId}`}
      status={receipt.status}
      primary={mayAssign && <Button {...assigning.opener}>Assign</Button>}
      overview={() => (
        <>
          {receipt.status === 'UNMATCHED' && <Unmatched />}
          <Facts receipt={receipt} />
        </>
      )}
    >
      {assigning.isOpen && <AssignDialog receipt={receipt} onClose={assigning.close} />}
    </DetailPage>
  );
}

function Unmatched() {
  return (
    <Alert
      variant="light"
      color="yellow"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="No subscriber found"
    >
      <Text size="sm">
        Neither the entered account nor the phone of the payer belongs to a subscriber. Assign the money to
        the one who paid.
      </Text>
    </Alert>
  );
}

function Facts({ receipt }: { receipt: ReceiptSnapshot }) {
  const { amount, currency, rail, transactionId, accountNumber, payer, payerName } = receipt;
  const { subscriberId, paymentId } = receipt;
  const names = trpc.labels.of.useQuery(
    { ids: [subscriberId, paymentId].filter((id) => id !== null) },
    { enabled: subscriberId !== null },
  ).data;
  return (
    <Panel title="Details">
      <PropertyList
        items={[
          { label: 'Amount', value: <MoneyText amount={amount} currency={currency} /> },
          { label: 'Payment method', value: railTitles[rail] },
          { label: 'Transaction', value: <CopyId id={transactionId} what="transaction" /> },
          { label: 'Entered account', value: accountNumber },
          { label: 'Payer', value: payerName },
          { label: 'Phone of the payer', value: payer },
          { label: 'Paid', value: <TimeText value={receipt.paidAt} /> },
          subscriberId !== null && {
            label: 'Subscriber',
            value: (
              <TextLink href={`/subscribers/${subscriberId}`}>
                {names?.[subscriberId] ?? subscriberId}
              </TextLink>
            ),
          },
          paymentId !== null && {
            label: 'Payment',
            value: <TextLink href={`/payments/${paymentId}`}>{names?.[paymentId] ?? paymentId}</TextLink>,
          },
        ]}
      />
    </Panel>
  );
}
