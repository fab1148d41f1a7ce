'use client';

import { Text } from '@mantine/core';
import { listHref } from '@/components/data/list-definition.ts';
import { MoneyText } from '@/components/data/money-text.tsx';
import { Panel } from '@/components/data/panel.tsx';
import { PropertyList } from '@/components/data/property-list.tsx';
import { RelatedList } from '@/components/data/related-list.tsx';
import { StatusBadge } from '@/components/data/status-badge.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { type FloorTier, floorFor } from '@/server/contract/floors.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { subscriptionList } from '../subscriptions/list.ts';
import { badgeOf } from '../subscriptions/standing.ts';
import { PriceAgainstFloor } from './price-against-floor.tsx';
import { capOf, daysOf } from './words.ts';

/** Terms of a plan, its price against the floor, and who is on it. */
export function PlanOverview({ plan, floors }: { plan: PlanSnapshot; floors: FloorTier[] }) {
  return (
    <>
      <Panel title="Price against the floor">
        <PriceAgainstFloor
          price={plan.priceAmount}
          floor={floorFor(floors, plan)}
          currency={plan.priceCurrency}
          speed={plan.downloadSpeedMbps}
        />
      </Panel>
      <Panel title="Terms">
        <PropertyList
          items={[
            {
              label: 'Price for a cycle',
              value: <MoneyText amount={plan.priceAmount} currency={plan.priceCurrency} />,
            },
            { label: 'Download', value: `${plan.downloadSpeedMbps} Mbps` },
            { label: 'Upload', value: `${plan.uploadSpeedMbps} Mbps` },
            { label: 'Data cap', value: capOf(plan.dataCapMb) },
            { label: 'Cycle', value: daysOf(plan.billingCycleDays) },
            { label: 'Grace', value: daysOf(plan.graceDays) },
            { label: 'Type', value: <span className="mono">{plan.planType}</span> },
            plan.disabledAt !== null && {
              label: 'Off sale since',
              value: <TimeText value={plan.disabledAt} />,
            },
            { label: 'Created', value: <TimeText value={plan.createdAt} /> },
            { label: 'Changed', value: <TimeText value={plan.updatedAt} /> },
          ]}
        />
      </Panel>
      <SubscriptionsOn planId={plan.id} />
    </>
  );
}

function SubscriptionsOn({ planId }: { planId: string }) {
  const query = trpc.subscription.list.useQuery({ planId, limit: 5 });
  const ids = query.data?.data.map(({ subscriberId }) => subscriberId) ?? [];
  const names = trpc.labels.of.useQuery({ ids }, { enabled: ids.length > 0 });
  return (
    <RelatedList
      title="Subscriptions on it"
      query={query}
      href={(row) => `/subscriptions/${row.id}`}
      primary={(row) => names.data?.[row.subscriberId] ?? row.subscriberId}
      secondary={(row) => row.externalReference}
      aside={(row) => (
        <>
          {row.expiresAt && (
            <Text size="sm" c="dimmed" component="span">
              paid until <TimeText value={row.expiresAt} detail="day" />
            </Text>
          )}
          <StatusBadge {...badgeOf(row)} />
        </>
      )}
      empty="Nobody is on it yet. It can be chosen when a subscription is made."
      all={{ label: 'All subscriptions on it', href: listHref(subscriptionList, { filters: { planId } }) }}
    />
  );
}
