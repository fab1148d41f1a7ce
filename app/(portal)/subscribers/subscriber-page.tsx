'use client';

import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { EditButton } from '@/components/detail/edit-button.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import type { ListAnswer } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import type { SubscriberOverview } from '@/server/contract/portal/subscriber-overview.ts';
import type { SubscriberTag } from '@/server/contract/portal/tag.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { isErased } from '@/server/contract/subscriber-rules.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { SubscriberUsageDays } from '../network/usage-days.tsx';
import { reasonOf } from './labels.ts';
import { subscriberList } from './list.ts';
import { SubscriberActivity } from './subscriber-activity.tsx';
import { SubscriberDialog, type SubscriberDialogName } from './subscriber-dialog.tsx';
import { SubscriberFacts } from './subscriber-facts.tsx';
import { useSubscriberMenu } from './subscriber-menu.tsx';
import { SubscriberOwed } from './subscriber-owed.tsx';
import { SubscriberServices } from './subscriber-services.tsx';
import { SubscriberSubscriptions } from './subscriber-subscriptions.tsx';
import { subscriberTabs } from './subscriber-tabs.tsx';
import { SubscriberTags } from './subscriber-tags.tsx';

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
  const dialogs = useDialogs<SubscriberDialogName>();
  const erased = isErased(subscriber);
  const mayEdit = useCan('subscribers:write') && !erased;
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
  const list = <SubscriberSubscriptions subscriber={subscriber} query={subscriptions} nameOf={nameOf} />;

  return (
    <DetailPage
      list={subscriberList}
      value={subscriber}
      title={fullNameOf(subscriber)}
      status={subscriber.status}
      reason={reasonOf(subscriber)}
      primary={
        mayEdit && (
          <>
            {subscriber.hold && (
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={16} aria-hidden />}
                {...dialogs.opens('activate')}
              >
                Lift hold
              </Button>
            )}
            <EditButton href={`/subscribers/${id}/edit`} />
          </>
        )
      }
      actions={useSubscriberMenu({ subscriber, subscriptions: rows, opens: dialogs.opens })}
      overview={() => (
        <DetailColumns
          mainFirst
          main={
            <>
              <SubscriberOwed subscriberId={id} overview={overview} currency={currency} />
              <SubscriberServices
                overview={overview}
                subscriptions={rows}
                names={{ ...planNames, [id]: fullNameOf(subscriber) }}
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
      tabs={subscriberTabs({ subscriber, subscriptions: list, currency, nameOfId, now })}
    >
      {dialogs.opened && (
        <SubscriberDialog
          name={dialogs.opened}
          subscriber={subscriber}
          subscriptions={rows}
          currency={currency}
          nameOf={nameOf}
          onClose={dialogs.close}
        />
      )}
    </DetailPage>
  );
}
