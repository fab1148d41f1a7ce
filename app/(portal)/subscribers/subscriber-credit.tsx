'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { BalanceTransactionSnapshot } from '@/server/contract/balance-transaction.ts';

const AdjustDialog = lazyPart(() => import('./credit-dialog.tsx'), 'AdjustCreditDialog');

const PAGE = 20;

/** Each change of a subscriber's credit, the newest first. */
export function SubscriberCredit({ subscriberId, currency }: { subscriberId: string; currency: string }) {
  const [limit, setLimit] = useState(PAGE);
  const adjusting = useDialog();
  const query = trpc.subscriber.balanceTransactions.useQuery({ id: subscriberId, limit });
  const mayPay = useCan('payments:write');
  return (
    <>
      <RelatedList
        title="Credit"
        query={query}
        empty="No money on account yet. Record it on the overview."
        primary={({ type }) => names[type]}
        secondary={(entry) => (
          <Group gap="2px 10px">
            <TimeText value={entry.createdAt} />
            <Origin entry={entry} />
            {entry.note && <span>{entry.note}</span>}
          </Group>
        )}
        aside={({ amount, endingBalance, currency: of }) => (
          <Stack gap={0} align="flex-end">
            <MoneyText amount={amount} currency={of} />
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              Balance <MoneyText amount={endingBalance} currency={of} />
            </Text>
          </Stack>
        )}
        onMore={limit < 100 ? () => setLimit(100) : undefined}
        action={
          mayPay && (
            <Button size="compact-sm" variant="default" {...adjusting.opener}>
              Adjust credit
            </Button>
          )
        }
      />
      {adjusting.isOpen && (
        <AdjustDialog subscriberId={subscriberId} currency={currency} onClose={adjusting.close} />
      )}
    </>
  );
}

const names: Record<BalanceTransactionSnapshot['type'], string> = {
  PAYMENT: 'Money received',
  SETTLEMENT: 'Used for a debt',
  REFUND: 'Refunded',
  ADJUSTMENT: 'Adjusted',
};

function Origin({ entry }: { entry: BalanceTransactionSnapshot }) {
  const { invoiceId, chargeId, paymentId, type, amount } = entry;
  if (type === 'SETTLEMENT' && amount > 0) return <span>Returned, because the upgrade was rejected</span>;
  if (invoiceId) return <TextLink href={`/invoices/${invoiceId}`}>Invoice</TextLink>;
  if (chargeId) return <TextLink href={`/charges/${chargeId}`}>Charge</TextLink>;
  return paymentId ? <TextLink href={`/payments/${paymentId}`}>{humanize('PAYMENT')}</TextLink> : null;
}
