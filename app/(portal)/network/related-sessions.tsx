'use client';

import { Group } from '@mantine/core';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { bytesOf } from '@/server/contract/texts/bytes.ts';
import { endReason } from '@/server/contract/texts/end-reason.ts';
import { sessionState } from './labels.ts';
import { sessionList } from './list.ts';

type RelatedSessionsProps = {
  /** Also the filters of the linked list. */
  filters: { subscriberId: string } | { subscriptionId: string };
  limit?: number;
};

/** The newest sessions of one subscriber or subscription, with a link to all of them. */
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
            started <TimeText value={row.startedAt} />
          </span>
          {row.endedAt && (
            <span>
              ended <TimeText value={row.endedAt} />
            </span>
          )}
        </Group>
      )}
      aside={(row) => (
        <>
          <span className="tabular">{bytesOf(row.inputOctets + row.outputOctets)}</span>
          <StatusBadge {...sessionState(row)} reason={endReason(row.reason)} />
        </>
      )}
      empty="No sessions yet."
      all={{ label: 'All sessions', href: listHref(sessionList, { filters }) }}
    />
  );
}
