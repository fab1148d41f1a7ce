'use client';

import { Group } from '@mantine/core';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { sessionList } from './list.ts';
import { bytesOf, endOf, standingOf } from './words.ts';

type RelatedSessionsProps = {
  /** Whose; the whole list is filtered by the same. */
  filters: { subscriberId: string } | { subscriptionId: string };
  limit?: number;
};

/** The newest times online of one subscriber or subscription, and the way to all of them. */
export function RelatedSessions({ filters, limit = 10 }: RelatedSessionsProps) {
  const query = trpc.networkSession.list.useQuery({ ...filters, limit });
  return (
    <RelatedList
      title="Sessions"
      query={query}
      href={(row) => `/network/${row.id}`}
      primary={(row) => row.ipAddress ?? row.username}
      secondary={(row) => (
        <Group gap="2px 12px">
          <span>
            since <TimeText value={row.startedAt} />
          </span>
          {row.endedAt && (
            <span>
              until <TimeText value={row.endedAt} />
            </span>
          )}
        </Group>
      )}
      aside={(row) => (
        <>
          <span className="tabular">{bytesOf(row.inputOctets + row.outputOctets)}</span>
          <StatusBadge {...standingOf(row)} reason={endOf(row.reason)} />
        </>
      )}
      empty="Nobody has been online here yet."
      all={{ label: 'All sessions', href: listHref(sessionList, { filters }) }}
    />
  );
}
