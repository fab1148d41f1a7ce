'use client';

import { Anchor, Button } from '@mantine/core';
import { IconCash, IconPencil, IconX } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { AuditTrail } from '@/components/data/audit-trail.tsx';
import { DetailHeader } from '@/components/data/detail-header.tsx';
import { JsonView } from '@/components/data/json-view.tsx';
import { PageTabs } from '@/components/data/page-tabs.tsx';
import { Panel } from '@/components/data/panel.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { Explanation } from '@/server/contract/explanation.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { SubscriptionBilling } from './subscription-billing.tsx';
import { SubscriptionOverview } from './subscription-overview.tsx';
import { SubscriptionTimeline } from './subscription-timeline.tsx';

const Dialogs = dynamic(
  () => import('./subscription-dialogs.tsx').then((module) => module.SubscriptionDialogs),
  { ssr: false },
);

type SubscriptionPageProps = {
  initial: SubscriptionSnapshot;
  /** Names by id of what it refers to. */
  initialNames: Record<string, string>;
  initialExplanation: Explanation;
};

/** One subscription: where it stands in its cycle, what comes next, its money, and what can be done with it. */
export function SubscriptionPage({ initial, initialNames, initialExplanation }: SubscriptionPageProps) {
  const { id } = initial;
  const { data: subscription } = trpc.subscription.get.useQuery({ id }, { initialData: initial });
  const explained = trpc.subscription.explain.useQuery({ id }, { initialData: initialExplanation });
  const { subscriberId, planId, demarcationPointId, status } = subscription;
  const named = trpc.labels.of.useQuery(
    { ids: [subscriberId, planId, demarcationPointId ?? ''].filter(Boolean) },
    { placeholderData: initialNames },
  );
  const names = { ...initialNames, ...named.data };
  const [dialog, setDialog] = useState<'pay' | 'edit' | 'cancel' | null>(null);
  const mayWrite = useCan('subscriptions:write');
  const mayPay = useCan('payments:write');
  const hasEnded = status === 'CANCELLED' || status === 'MIGRATED_OUT' || subscription.archivedAt !== null;
  const preview = trpc.payment.preview.useQuery({ subscriptionId: id }, { enabled: mayPay && !hasEnded });
  const canBePaid = !hasEnded && (preview.data?.owed ?? null) !== null;
  return (
    <>
      <DetailHeader
        title={names[planId] ?? 'Subscription'}
        id={id}
        parent={{ label: 'Subscriptions', href: '/subscriptions' }}
        status={status}
        reason={subscription.inactiveReason}
        context={
          <Anchor component={Link} href={`/subscribers/${subscriberId}`} prefetch={false}>
            {names[subscriberId] ?? subscriberId}
          </Anchor>
        }
        primary={
          mayPay &&
          canBePaid && (
            <Button leftSection={<IconCash size={16} aria-hidden />} onClick={() => setDialog('pay')}>
              Pay
            </Button>
          )
        }
        actions={
          mayWrite
            ? [
                {
                  key: 'edit',
                  label: 'Change place or reference',
                  icon: <IconPencil size={16} aria-hidden />,
                  onClick: () => setDialog('edit'),
                  disabledBecause: hasEnded ? 'It has ended' : undefined,
                },
                {
                  key: 'cancel',
                  label: 'Cancel',
                  icon: <IconX size={16} aria-hidden />,
                  danger: true,
                  onClick: () => setDialog('cancel'),
                  disabledBecause: hasEnded
                    ? 'It has ended'
                    : status === 'PENDING'
                      ? undefined
                      : 'Only before its first payment',
                },
              ]
            : []
        }
      />
      <PageTabs
        label="Parts of the subscription"
        tabs={[
          {
            key: 'overview',
            label: 'Overview',
            render: () => (
              <SubscriptionOverview subscription={subscription} names={names} explanation={explained.data} />
            ),
          },
          { key: 'billing', label: 'Billing', render: () => <SubscriptionBilling id={id} /> },
          {
            key: 'timeline',
            label: 'Timeline',
            render: () => (
              <Panel title="Events of it, its payments and its cycles">
                <SubscriptionTimeline id={id} />
              </Panel>
            ),
          },
          {
            key: 'audit',
            label: 'Audit',
            render: () => (
              <Panel title="Audit">
                <AuditTrail resourceId={id} />
              </Panel>
            ),
          },
          {
            key: 'json',
            label: 'JSON',
            render: () => <JsonView value={subscription} label="The subscription as JSON" />,
          },
        ]}
      />
      {dialog && (
        <Dialogs subscription={subscription} names={names} dialog={dialog} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
