'use client';

import { Button } from '@mantine/core';
import { IconCash, IconGift, IconReceiptRefund, IconX } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { dialogActions } from '@/components/detail/dialog-action.ts';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { type Opener, useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import { isPendingCharge } from '@/server/contract/charge-rules.ts';
import { RefundsIssued } from '../payments/account-lists.tsx';
import { RelatedPayments } from '../payments/related-payments.tsx';
import type { ChargeDialog } from './charge-dialogs.tsx';
import { ChargeFacts } from './charge-facts.tsx';
import { chargeList } from './list.ts';

const Dialogs = lazyPart(() => import('./charge-dialogs.tsx'), 'ChargeDialogs');

type ChargePageProps = { initial: ChargeSnapshot; subscriberName: string; planName: string | null };

/** One charge: its facts, its payments and refunds, and its actions. */
export function ChargePage({ initial, subscriberName, planName }: ChargePageProps) {
  const { id } = initial;
  const { data: charge } = trpc.charge.find.useQuery({ id }, { initialData: initial });
  const payments = trpc.payment.list.useQuery({ chargeId: id, status: 'COMPLETED' });
  const refunds = trpc.refund.list.useQuery({ chargeId: id, limit: 100 });
  const dialogs = useDialogs<ChargeDialog>();
  const router = useRouter();
  const mayWrite = useCan('charges:write');
  const mayPay = useCan('payments:collect');
  const mayRefund = useCan('payments:write');
  const paid = payments.data?.data.find(({ amount, refundedAmount }) => refundedAmount < amount);
  return (
    <DetailPage
      list={chargeList}
      value={charge}
      title={charge.description}
      status={charge.status}
      reason={charge.reason}
      context={
        <>
          <MoneyText amount={charge.amount} currency={charge.currency} />
          <TextLink href={`/subscribers/${charge.subscriberId}`}>{subscriberName}</TextLink>
        </>
      }
      primary={
        mayPay &&
        isPendingCharge(charge) && (
          <Button leftSection={<IconCash size={16} aria-hidden />} {...dialogs.opens('pay')}>
            Record payment
          </Button>
        )
      }
      actions={[
        ...(mayRefund && paid
          ? [
              {
                key: 'refund',
                label: 'Refund payment',
                icon: <IconReceiptRefund size={16} aria-hidden />,
                onClick: () => router.push(`/payments/${paid.id}`),
              },
            ]
          : []),
        ...(mayWrite ? endsOf(charge, dialogs.opens) : []),
      ]}
      overview={() => (
        <DetailColumns
          main={
            <>
              <RelatedPayments filters={{ chargeId: id }} empty="No payments yet." />
              {(refunds.data?.meta.total ?? 0) > 0 && <RefundsIssued query={refunds} />}
            </>
          }
          side={<ChargeFacts charge={charge} subscriberName={subscriberName} planName={planName} />}
        />
      )}
      timeline={{
        title: 'Events of the charge, its payments and its installation',
        events: trpc.charge.events,
      }}
    >
      {dialogs.opened && <Dialogs dialog={dialogs.opened} charge={charge} onClose={dialogs.close} />}
    </DetailPage>
  );
}

/** The actions that end a pending charge. */
function endsOf(charge: ChargeSnapshot, opens: (dialog: ChargeDialog) => Opener): DetailAction[] {
  const disabledBecause = isPendingCharge(charge) ? undefined : `Already ${charge.status.toLowerCase()}`;
  const action = dialogActions(opens);
  return [
    action('waive', 'Waive', <IconGift size={16} aria-hidden />, { disabledBecause }),
    action('cancel', 'Cancel charge', <IconX size={16} aria-hidden />, { disabledBecause, danger: true }),
  ];
}
