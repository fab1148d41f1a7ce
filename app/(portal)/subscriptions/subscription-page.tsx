'use client';

import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { Explanation } from '@/server/contract/portal/explanation.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { hasEnded } from '@/server/contract/subscription-rules.ts';
import { badgeOf } from './badge.ts';
import { subscriptionList } from './list.ts';
import { actionsOf } from './subscription-actions.tsx';
import { SubscriptionBilling } from './subscription-billing.tsx';
import type { DialogKey } from './subscription-dialogs.tsx';
import { SubscriptionNetwork } from './subscription-network.tsx';
import { SubscriptionOverview } from './subscription-overview.tsx';

const Dialogs = lazyPart(() => import('./subscription-dialogs.tsx'), 'SubscriptionDialogs');

type SubscriptionPageProps = {
  initial: SubscriptionSnapshot;
  /** The names of the resources that it refers to, by id. */
  initialNames: Record<string, string>;
  initialExplanation: Explanation;
};

/** One subscription: its cycle, what happens next, its billing and its actions. */
export function SubscriptionPage({ initial, initialNames, initialExplanation }: SubscriptionPageProps) {
  const { id } = initial;
  const { data: subscription } = trpc.subscription.get.useQuery({ id }, { initialData: initial });
  const explained = trpc.subscription.explain.useQuery({ id }, { initialData: initialExplanation });
  const { subscriberId, planId, nextPlanId, demarcationPointId } = subscription;
  const named = trpc.labels.of.useQuery(
    { ids: [subscriberId, planId, nextPlanId, demarcationPointId].filter((id) => id !== null) },
    { placeholderData: initialNames },
  );
  const names = { ...initialNames, ...named.data };
  const dialogs = useDialogs<DialogKey>();
  const mayWrite = useCan('subscriptions:write');
  const mayPay = useCan('payments:collect');
  const isOver = hasEnded(subscription);
  const debt = trpc.payment.debt.useQuery({ subscriptionId: id }, { enabled: mayPay && !isOver });
  const canBePaid = !isOver && (debt.data?.debt ?? null) !== null;
  const actions = mayWrite ? actionsOf(subscription, dialogs.opens) : [];
  const changePlan = actions.find(({ key }) => key === 'plan');
  return (
    <DetailPage
      list={subscriptionList}
      value={subscription}
      title={names[planId] ?? 'Subscription'}
      {...badgeOf(subscription)}
      context={
        <TextLink href={`/subscribers/${subscriberId}`}>{names[subscriberId] ?? subscriberId}</TextLink>
      }
      primary={
        mayPay && canBePaid ? (
          <Button leftSection={<IconCash size={16} aria-hidden />} {...dialogs.opens('pay')}>
            Record payment
          </Button>
        ) : (
          changePlan &&
          !changePlan.disabledBecause && (
            <Button variant="default" leftSection={changePlan.icon} onClick={changePlan.onClick}>
              {changePlan.label}
            </Button>
          )
        )
      }
      actions={actions}
      overview={() => (
        <SubscriptionOverview
          subscription={subscription}
          names={names}
          explanation={explained.data}
          opens={mayWrite ? dialogs.opens : undefined}
        />
      )}
      tabs={[
        {
          key: 'billing',
          label: 'Billing',
          render: () => <SubscriptionBilling subscription={subscription} now={explained.data.now} />,
        },
        {
          key: 'network',
          label: 'Network',
          render: () => <SubscriptionNetwork subscription={subscription} />,
        },
      ]}
      timeline={{
        title: 'Events of the subscription, its payments and its cycles',
        events: trpc.subscription.events,
      }}
    >
      {dialogs.opened && (
        <Dialogs subscription={subscription} names={names} dialog={dialogs.opened} onClose={dialogs.close} />
      )}
    </DetailPage>
  );
}
