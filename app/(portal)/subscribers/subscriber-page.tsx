'use client';

import { Button } from '@mantine/core';
import {
  IconDownload,
  IconEraser,
  IconFileText,
  IconLink,
  IconMessage,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconReceipt,
  IconUserOff,
} from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { EditButton } from '@/components/detail/edit-button.tsx';
import { fullName } from '@/components/format/subscriber-name.ts';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import type { ListAnswer } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriberOverview } from '@/server/contract/portal/subscriber-overview.ts';
import type { SubscriberTag } from '@/server/contract/portal/tag.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { isErased, isTerminated } from '@/server/contract/subscriber-rules.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { isInService } from '@/server/contract/subscription-rules.ts';
import { RelatedCharges } from '../charges/related-charges.tsx';
import { RelatedEmails } from '../emails/related-emails.tsx';
import { RelatedInstallations } from '../installations/related-installations.tsx';
import { RelatedInvoices } from '../invoices/related-invoices.tsx';
import { RelatedSessions } from '../network/related-sessions.tsx';
import { SubscriberUsageDays } from '../network/usage-days.tsx';
import { RelatedPayments } from '../payments/related-payments.tsx';
import { reasonOf } from './labels.ts';
import { subscriberList } from './list.ts';
import type { SubscriberAction } from './subscriber-actions.tsx';
import { SubscriberActivity } from './subscriber-activity.tsx';
import { SubscriberCredit } from './subscriber-credit.tsx';
import { SubscriberFacts } from './subscriber-facts.tsx';
import { SubscriberOwed } from './subscriber-owed.tsx';
import { SubscriberServices } from './subscriber-services.tsx';
import { SubscriberSubscriptions } from './subscriber-subscriptions.tsx';
import { SubscriberTags } from './subscriber-tags.tsx';

const AnnounceDialog = lazyPart(() => import('../announcements/announce-dialog.tsx'), 'AnnounceDialog');
const PageLink = lazyPart(() => import('./page-link-dialog.tsx'), 'PageLinkDialog');
const Statement = lazyPart(() => import('./statement-dialog.tsx'), 'StatementDialog');
const SubscriberActions = lazyPart(() => import('./subscriber-actions.tsx'), 'SubscriberActions');

type SubscriberPageProps = {
  initial: SubscriberSnapshot;
  initialSubscriptions: ListAnswer<SubscriptionSnapshot>;
  initialOverview: SubscriberOverview;
  initialTags: SubscriberTag[];
  /** Names of the plans of these subscriptions, by id. */
  planNames: Record<string, string>;
  /** The provider's time. */
  now: string;
};

export function SubscriberPage(props: SubscriberPageProps) {
  const { initial, initialSubscriptions, initialOverview, initialTags, planNames, now } = props;
  const { id } = initial;
  const { data: subscriber } = trpc.subscriber.get.useQuery({ id }, { initialData: initial });
  const subscriptions = trpc.subscription.list.useQuery(
    { subscriberId: id, limit: 100 },
    { initialData: initialSubscriptions },
  );
  const { data: overview } = trpc.subscriber.overview.useQuery({ id }, { initialData: initialOverview });
  const [open, setOpen] = useState<'statement' | 'message' | 'page link' | null>(null);
  const [action, setAction] = useState<SubscriberAction | null>(null);
  const mayWrite = useCan('subscribers:write');
  const mayPay = useCan('payments:collect');
  const mayCharge = useCan('charges:write');
  const mayEmail = useCan('emails:write');
  const mayErase = useCan('subscribers:erase');
  const mayExport = useCan('subscribers:export');
  const erased = isErased(subscriber);
  const router = useRouter();
  const rows = subscriptions.data.data;
  const currency =
    overview.owed[0]?.currency ?? rows[0]?.price.currency ?? overview.credit[0]?.currency ?? 'USD';

  const nameOf = ({ planId, externalReference }: SubscriptionSnapshot) => {
    const plan = planNames[planId] ?? planId;
    return externalReference ? `${plan} (${externalReference})` : plan;
  };
  const nameOfId = (subscriptionId: string) => {
    const row = rows.find((one) => one.id === subscriptionId);
    return row ? nameOf(row) : subscriptionId;
  };
  const payments = () => (
    <RelatedPayments
      filters={{ subscriberId: id }}
      limit={20}
      empty="Nothing has been paid yet."
      action={
        mayPay &&
        !isTerminated(subscriber) && (
          <Button
            component={Link}
            href={`/payments?record=${id}`}
            prefetch={false}
            size="compact-sm"
            variant="default"
          >
            Record payment
          </Button>
        )
      }
    />
  );
  const list = <SubscriberSubscriptions subscriber={subscriber} query={subscriptions} nameOf={nameOf} />;

  return (
    <DetailPage
      list={subscriberList}
      value={subscriber}
      title={fullName(subscriber)}
      status={subscriber.status}
      reason={reasonOf(subscriber)}
      primary={mayWrite && !erased && <EditButton href={`/subscribers/${id}/edit`} />}
      actions={[
        ...(mayCharge && !isTerminated(subscriber)
          ? [
              {
                key: 'charge',
                label: 'New charge',
                icon: <IconReceipt size={16} aria-hidden />,
                onClick: () => router.push(`/charges/new?subscriberId=${id}`),
              },
            ]
          : []),
        {
          key: 'statement',
          label: 'Statement of account',
          icon: <IconFileText size={16} aria-hidden />,
          onClick: () => setOpen('statement'),
        },
        ...(mayEmail && !isTerminated(subscriber)
          ? [
              {
                key: 'message',
                label: 'Send message',
                icon: <IconMessage size={16} aria-hidden />,
                onClick: () => setOpen('message'),
              },
            ]
          : []),
        ...(mayEmail && !erased
          ? [
              {
                key: 'page-link',
                label: 'Customer’s page',
                icon: <IconLink size={16} aria-hidden />,
                onClick: () => setOpen('page link'),
              },
            ]
          : []),
        ...(mayWrite && !erased ? actionsFor(subscriber, rows, setAction) : []),
        ...(mayExport
          ? [
              {
                key: 'export',
                label: 'Export personal data',
                icon: <IconDownload size={16} aria-hidden />,
                onClick: () =>
                  void import('./export-personal-data.ts').then((module) =>
                    module.exportPersonalData(subscriber),
                  ),
              },
            ]
          : []),
        ...(mayErase && !erased ? [eraseAction(subscriber, setAction)] : []),
      ]}
      overview={() => (
        <DetailColumns
          mainFirst
          main={
            <>
              <SubscriberOwed subscriberId={id} overview={overview} currency={currency} />
              <SubscriberServices
                overview={overview}
                subscriptions={rows}
                names={{ ...planNames, [id]: fullName(subscriber) }}
                isHeld={subscriber.hold !== null}
              />
              {overview.services.length > 0 && <SubscriberUsageDays id={id} />}
              {overview.services.length === 0 && list}
              <SubscriberActivity subscriberId={id} closed={erased} />
            </>
          }
          side={
            <>
              {!erased && <SubscriberTags subscriberId={id} initial={initialTags} />}
              <SubscriberFacts subscriber={subscriber} />
            </>
          }
        />
      )}
      timeline={null}
      tabs={[
        {
          key: 'subscriptions',
          label: 'Subscriptions',
          count: subscriber.subscriptionCount,
          render: () => list,
        },
        { key: 'payments', label: 'Payments', render: payments },
        {
          key: 'credit',
          label: 'Credit',
          render: () => <SubscriberCredit subscriberId={id} currency={currency} />,
        },
        {
          key: 'invoices',
          label: 'Invoices',
          render: () => (
            <RelatedInvoices filters={{ subscriberId: id }} nameOf={nameOfId} now={now} limit={20} />
          ),
        },
        {
          key: 'charges',
          label: 'Charges',
          render: () => (
            <RelatedCharges filters={{ subscriberId: id }} open={!isTerminated(subscriber)} limit={20} />
          ),
        },
        {
          key: 'installations',
          label: 'Installations',
          render: () => (
            <RelatedInstallations
              filters={{ subscriberId: id }}
              open={!isTerminated(subscriber)}
              limit={20}
            />
          ),
        },
        { key: 'emails', label: 'Messages', render: () => <RelatedEmails filters={{ subscriberId: id }} /> },
        {
          key: 'sessions',
          label: 'Sessions',
          render: () => <RelatedSessions filters={{ subscriberId: id }} limit={20} />,
        },
      ]}
    >
      {open === 'statement' && (
        <Statement
          subscriberId={id}
          currencies={[...new Set([currency, ...rows.map(({ price }) => price.currency)])]}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'message' && (
        <AnnounceDialog
          list="subscribers"
          target={{ filter: {}, ids: [id], total: 1 }}
          onDone={() => undefined}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'page link' && <PageLink id={id} onClose={() => setOpen(null)} />}
      {action && (
        <SubscriberActions
          action={action}
          subscriber={subscriber}
          subscriptions={rows}
          nameOf={nameOf}
          onClose={() => setAction(null)}
        />
      )}
    </DetailPage>
  );
}

function actionsFor(
  subscriber: SubscriberSnapshot,
  subscriptions: SubscriptionSnapshot[],
  start: (action: SubscriberAction) => void,
): DetailAction[] {
  const over = isTerminated(subscriber) ? 'Already terminated' : undefined;
  return [
    subscriber.hold
      ? {
          key: 'activate',
          label: 'Lift hold',
          icon: <IconPlayerPlay size={16} aria-hidden />,
          onClick: () => start('activate'),
        }
      : {
          key: 'suspend',
          label: 'Put on hold',
          icon: <IconPlayerPause size={16} aria-hidden />,
          onClick: () => start('suspend'),
          disabledBecause: over,
        },
    {
      key: 'deactivate',
      label: 'Deactivate subscriptions',
      icon: <IconPlugConnectedX size={16} aria-hidden />,
      danger: true,
      onClick: () => start('deactivate'),
      disabledBecause:
        over ??
        (subscriptions.some(({ status }) => isInService(status))
          ? undefined
          : 'No subscription is in service'),
    },
    {
      key: 'terminate',
      label: 'Terminate',
      icon: <IconUserOff size={16} aria-hidden />,
      danger: true,
      onClick: () => start('terminate'),
      disabledBecause: over,
    },
  ];
}

function eraseAction(
  subscriber: SubscriberSnapshot,
  start: (action: SubscriberAction) => void,
): DetailAction {
  return {
    key: 'erase',
    label: 'Erase personal data',
    icon: <IconEraser size={16} aria-hidden />,
    danger: true,
    onClick: () => start('erase'),
    disabledBecause: isTerminated(subscriber) ? undefined : 'Terminate the subscriber first',
  };
}
