'use client';

import { Button, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { BalanceDue } from '@/components/format/balance-due.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { daysText } from '@/server/contract/days.ts';
import type { SubscriberOverview } from '@/server/contract/portal/subscriber-overview.ts';
import { debtName, type OverviewDebt } from './debt-name.ts';

const CollectDialog = lazyPart(() => import('./collect-dialog.tsx'), 'CollectDialog');

/** What a subscriber owes now, with one action that collects it. */
export function SubscriberOwed({
  subscriberId,
  overview,
}: {
  subscriberId: string;
  overview: SubscriberOverview;
}) {
  const { owed, debts, refundsDue } = overview;
  const [isOpen, setIsOpen] = useState(false);
  const mayPay = useCan('payments:write');
  const due = debts.filter(({ isOwed }) => isOwed);
  return (
    <Panel
      title="Owed now"
      actions={
        mayPay &&
        due.length > 0 && (
          <Button
            size="compact-md"
            leftSection={<IconCash size={16} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            Collect
          </Button>
        )
      }
    >
      {owed.length === 0 ? (
        <Text>Nothing is owed.</Text>
      ) : (
        <>
          <Text fw={600} fz="xl" component="div" mb="sm">
            <BalanceDue amounts={owed} />
          </Text>
          <PropertyList
            items={due.map((debt) => ({
              label: debtName(debt),
              value: (
                <>
                  <MoneyText amount={debt.total} currency={debt.currency} />
                  <DueText debt={debt} />
                </>
              ),
            }))}
          />
        </>
      )}
      {refundsDue.map(({ paymentId, reference, total }) => (
        <Text key={paymentId} size="sm" mt="sm">
          <MoneyText amount={total.amount} currency={total.currency} /> arrived when it was no longer due and
          is to be refunded: <TextLink href={`/payments/${paymentId}`}>{reference}</TextLink>
        </Text>
      ))}
      {isOpen && <CollectDialog subscriberId={subscriberId} debts={debts} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function DueText({ debt: { dueAt, daysOverdue, chargeId } }: { debt: OverviewDebt }) {
  if (!dueAt) return null;
  return (
    <Text size="sm" component="div" c={daysOverdue === null ? 'dimmed' : 'var(--mantine-color-red-text)'}>
      {daysOverdue === null ? (
        <>
          {chargeId ? 'Due until' : 'Due on'} <TimeText value={dueAt} detail="day" />
        </>
      ) : daysOverdue === 0 ? (
        'Due today'
      ) : (
        <>
          {daysText(daysOverdue)} overdue, since <TimeText value={dueAt} detail="day" />
        </>
      )}
    </Text>
  );
}
