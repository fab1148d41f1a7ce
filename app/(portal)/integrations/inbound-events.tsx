'use client';

import { Group, SegmentedControl } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { inboundStatuses } from '@/server/contract/enums.ts';
import { outcomeNameOf, outcomeOf } from './labels.ts';

const all = 'all';
const choices = [all, 'FAILED', 'IGNORED', 'PROCESSED', 'QUEUED'] as const;
const nameOf = (choice: (typeof choices)[number]) =>
  choice === all ? 'All' : outcomeNameOf({ status: choice, reason: null });

/** The inbound events of an integration, newest first. */
export function InboundEvents({ integrationId }: { integrationId: string }) {
  const [selected, select] = useQueryState('status', parseAsStringLiteral(choices).withDefault(all));
  const [limit, setLimit] = useState(20);
  const status = inboundStatuses.find((each) => each === selected);
  const query = trpc.inboundEvent.list.useQuery(
    { id: integrationId, limit, ...(status && { status }) },
    { placeholderData: keepPreviousData, refetchInterval: 5_000 },
  );
  return (
    <RelatedList
      title="Inbound events"
      action={
        <SegmentedControl
          size="xs"
          aria-label="Filter by status"
          value={selected}
          onChange={(value) => void select(value as (typeof choices)[number])}
          data={choices.map((value) => ({ value, label: nameOf(value) }))}
        />
      }
      query={query}
      href={(row) => `/integrations/${integrationId}/events/${row.id}`}
      primary={(row) => row.event}
      secondary={(row) => (
        <Group gap="2px 12px">
          {row.externalServiceId && <span>service {row.externalServiceId}</span>}
          <TimeText value={row.receivedAt} detail="second" />
          {row.status !== 'PROCESSED' && <span>{outcomeOf(row)}</span>}
        </Group>
      )}
      aside={(row) => <StatusBadge status={row.status} label={outcomeNameOf(row)} />}
      empty={
        status
          ? 'No events with this status.'
          : 'No events yet. The Setup tab shows the address that the system sends them to.'
      }
      onMore={limit < MAX_SHOWN ? () => setLimit(MAX_SHOWN) : undefined}
    />
  );
}

const MAX_SHOWN = 100;
