'use client';

import { Button, Group, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { daysText } from '@/server/contract/days.ts';
import type { SubscriberOverview } from '@/server/contract/portal/subscriber-overview.ts';
import { isInService } from '@/server/contract/subscription-rules.ts';
import { debtName, type OverviewDebt } from './debt-name.ts';

const PromiseDialog = lazyPart(() => import('../subscriptions/promise-dialog.tsx'), 'PromiseDialog');
const ReceiveDialog = lazyPart(() => import('./credit-dialog.tsx'), 'ReceiveCreditDialog');
const CollectDialog = lazyPart(() => import('./collect-dialog.tsx'), 'CollectDialog');

/** What a subscriber owes now, with the actions that settle or postpone it. */
export function SubscriberOwed({
  subscriberId,
  overview,
  currency,
}: {
  subscriberId: string;
  overview: SubscriberOverview;
  /** The usual currency of the subscriber. */
  currency: string;
}) {
  const { debts, refundsDue } = overview;
  const dialogs = useDialogs<'collect' | 'promise' | 'receive'>();
  const mayPay = useCan('payments:collect');
  const mayExtend = useCan('grace:write');
  const due = debts.filter(({ isOwed }) => isOwed);
  const inGrace = servicesInGrace(overview);
  return (
    <Panel
      title="Owed now"
      actions={
        <Group gap="xs">
          {mayExtend && inGrace.length > 0 && (
            <Button size="compact-md" variant="default" {...dialogs.opens('promise')}>
              Promise to pay
            </Button>
          )}
          {mayPay && due.length === 0 && (
            <Button size="compact-md" variant="default" {...dialogs.opens('receive')}>
              Record money on account
            </Button>
          )}
          {mayPay && due.length > 0 && (
            <Button
              size="compact-md"
              leftSection={<IconCash size={16} aria-hidden />}
              {...dialogs.opens('collect')}
            >
              Record payment
            </Button>
          )}
        </Group>
      }
    >
      <Text fw={due.length > 0 ? 600 : undefined} mb={due.length > 0 ? 'sm' : 0}>
        <MoneySentence overview={overview} />
      </Text>
      {due.length > 0 && (
        <PropertyList
          items={due.map((debt) => ({
            label: debtName(debt),
            value: (
              <>
                <MoneyText amount={debt.total} currency={debt.currency} />
                {debt.creditPart > 0 && (
                  <Text size="sm" component="div" c="dimmed">
                    Credit pays <MoneyText amount={debt.creditPart} currency={debt.currency} /> more
                  </Text>
                )}
                <DueText debt={debt} />
              </>
            ),
          }))}
        />
      )}
      {refundsDue.map(({ paymentId, reference, total }) => (
        <Text key={paymentId} size="sm" mt="sm">
          <MoneyText amount={total.amount} currency={total.currency} /> arrived when it was no longer due and
          is to be refunded: <TextLink href={`/payments/${paymentId}`}>{reference}</TextLink>
        </Text>
      ))}
      {dialogs.opened === 'collect' && (
        <CollectDialog
          subscriberId={subscriberId}
          debts={debts}
          onAccount={dialogs.opens('receive').onClick}
          onClose={dialogs.close}
        />
      )}
      {dialogs.opened === 'receive' && (
        <ReceiveDialog subscriberId={subscriberId} currency={currency} onClose={dialogs.close} />
      )}
      {dialogs.opened === 'promise' && <PromiseDialog services={inGrace} onClose={dialogs.close} />}
    </Panel>
  );
}

/** What is owed, what is credit and what is on its way, in one sentence. */
function MoneySentence({ overview: { owed, credit, onItsWay } }: { overview: SubscriberOverview }) {
  const parts = [
    { key: 'owed', money: owed, text: 'owed' },
    { key: 'credit', money: credit, text: 'credit' },
    { key: 'transit', money: onItsWay, text: 'on its way' },
  ].filter(({ key, money }) => key === 'owed' || money.length > 0);
  return parts.map(({ key, money, text }, index) => (
    <span key={key}>
      {index > 0 && (index === parts.length - 1 ? ' and ' : ', ')}
      {money.length === 0
        ? 'Nothing'
        : money.map((each, i) => (
            <span key={each.currency}>
              {i > 0 && ' + '}
              <MoneyText amount={each.amount} currency={each.currency} />
            </span>
          ))}{' '}
      is {text}
      {index === parts.length - 1 && '.'}
    </span>
  ));
}

/** The subscriptions in service whose renewal is overdue, with the names of their debts. */
function servicesInGrace({ debts, services }: SubscriberOverview) {
  return services.flatMap(({ subscriptionId: id, status }) => {
    const debt = debts.find(({ subscriptionId, isOwed }) => isOwed && subscriptionId === id);
    return isInService(status) && debt?.daysOverdue != null ? [{ id, name: debtName(debt) }] : [];
  });
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
        <>
          Due since <TimeText value={dueAt} />
        </>
      ) : (
        <>
          {daysText(daysOverdue)} overdue, since <TimeText value={dueAt} detail="day" />
        </>
      )}
    </Text>
  );
}
