'use client';

import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { daysText } from '@/server/contract/days.ts';
import { type FloorTier, floorFor } from '@/server/contract/floors.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { capOf } from '@/server/contract/texts/bytes.ts';
import { RelatedSubscriptions } from '../subscriptions/related-subscriptions.tsx';
import { PriceAgainstFloor } from './price-against-floor.tsx';
import { PriceHistory } from './price-history.tsx';

/** The terms of a plan, its price against the floor, its former prices, and its subscriptions. */
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
            { label: 'Cycle', value: daysText(plan.billingCycleDays) },
            { label: 'Grace period', value: daysText(plan.graceDays) },
            { label: 'Type', value: humanize(plan.planType) },
            plan.disabledAt !== null && {
              label: 'Disabled since',
              value: <TimeText value={plan.disabledAt} />,
            },
            { label: 'Created', value: <TimeText value={plan.createdAt} /> },
            { label: 'Changed', value: <TimeText value={plan.updatedAt} /> },
          ]}
        />
      </Panel>
      <PriceHistory id={plan.id} />
      <RelatedSubscriptions
        title="Subscriptions"
        of={{ planId: plan.id }}
        empty="No subscriptions on this plan yet."
      />
    </>
  );
}
