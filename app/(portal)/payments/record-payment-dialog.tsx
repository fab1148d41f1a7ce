'use client';

import { Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { invoiceKindNames } from '@/components/format/invoice-kind.ts';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { SubscriberSelect } from '@/components/forms/record-select.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriberDebt } from '@/server/contract/portal/debt.ts';
import { PayChargeDialog } from './pay-charge-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import classes from './record-payment-dialog.module.css';

type RecordPaymentDialogProps = { subscriberId: string; onClose: () => void };

/** Records a payment that was received: the subscriber, the debt, and what follows. */
export function RecordPaymentDialog({ subscriberId: known, onClose }: RecordPaymentDialogProps) {
  const [subscriberId, setSubscriberId] = useState(known);
  const [chosen, setChosen] = useState<SubscriberDebt | null>(null);
  if (chosen?.subscriptionId) return <PayDialog subscriptionId={chosen.subscriptionId} onClose={onClose} />;
  if (chosen?.chargeId) return <PayChargeDialog chargeId={chosen.chargeId} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="Record payment" size="lg">
      <Stack gap="md" mih={280}>
        <SubscriberSelect
          data-autofocus={known === '' || undefined}
          label="Subscriber"
          placeholder="Type a name, email or phone"
          value={subscriberId}
          onChange={setSubscriberId}
        />
        {subscriberId !== '' && <Debts subscriberId={subscriberId} onChoose={setChosen} />}
      </Stack>
    </Dialog>
  );
}

function Debts({
  subscriberId,
  onChoose,
}: {
  subscriberId: string;
  onChoose: (debt: SubscriberDebt) => void;
}) {
  const query = trpc.payment.debts.useQuery({ subscriberId }, { staleTime: 0 });
  const plans = usePlansOf(subscriberId);
  if (query.error) {
    return <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!query.data) return <Skeleton h={120} />;
  if (query.data.length === 0) return <Text c="dimmed">Nothing is due.</Text>;
  return (
    <section aria-label="Amounts due">
      <Text size="sm" fw={500} mb={4}>
        Amounts due
      </Text>
      <ul className={classes.list}>
        {query.data.map((debt) => (
          <li key={debt.subscriptionId ?? debt.chargeId}>
            <UnstyledButton className={classes.debt} onClick={() => onChoose(debt)}>
              <span>
                <span className={classes.name}>{nameOf(debt, plans)}</span>
                <Text size="sm" c="dimmed" component="span" display="block">
                  {debt.subscriptionId ? debtWords(debt) : 'Charge'}
                  {debt.dueAt && (
                    <>
                      , due <TimeText value={debt.dueAt} detail="day" />
                    </>
                  )}
                </Text>
              </span>
              <MoneyText amount={debt.total} currency={debt.currency} />
              <IconChevronRight size={16} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ subscriptionId, name }: SubscriberDebt, plans: Record<string, string>): string {
  return subscriptionId ? (plans[subscriptionId] ?? 'Subscription') : (name ?? 'Charge');
}

function debtWords({ kind, name }: SubscriberDebt): string {
  return `${kind ? invoiceKindNames[kind] : 'Invoice'}${name ? `, invoice ${name}` : ', invoice issued with the payment'}`;
}

/** The plans of a subscriber's subscriptions, by id of the subscription. */
function usePlansOf(subscriberId: string): Record<string, string> {
  const rows = trpc.subscription.list.useQuery({ subscriberId, limit: 100 }).data?.data ?? [];
  const ids = [...new Set(rows.map(({ planId }) => planId))].sort();
  const names = trpc.labels.of.useQuery({ ids }, { enabled: ids.length > 0 }).data ?? {};
  return Object.fromEntries(rows.map(({ id, planId }) => [id, names[planId] ?? planId]));
}
