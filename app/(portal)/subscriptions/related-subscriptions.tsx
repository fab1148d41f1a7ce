'use client';

import { Text } from '@mantine/core';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { badgeOf } from './badge.ts';
import { subscriptionList } from './list.ts';

type RelatedSubscriptionsProps = {
  title: string;
  /** The filter that the linked list has too. */
  of: { planId: string } | { demarcationPointId: string };
  empty: string;
};

/** The newest subscriptions of a plan or a demarcation point, by subscriber. */
export function RelatedSubscriptions({ title, of, empty }: RelatedSubscriptionsProps) {
  const query = trpc.subscription.list.useQuery({ ...of, limit: 5 });
  const ids = query.data?.data.map(({ subscriberId }) => subscriberId) ?? [];
  const names = trpc.labels.of.useQuery({ ids }, { enabled: ids.length > 0 });
  return (
    <RelatedList
      title={title}
      query={query}
      href={(row) => `/subscriptions/${row.id}`}
      primary={(row) => names.data?.[row.subscriberId] ?? '…'}
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
      empty={empty}
      all={{ label: `All ${title.toLowerCase()}`, href: listHref(subscriptionList, { filters: of }) }}
    />
  );
}
