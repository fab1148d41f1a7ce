'use client';

import { Group, SegmentedControl } from '@mantine/core';
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

/** What an integration sent, newest first, and what became of it. */
export function InboundEvents({ integrationId }: { integrationId: string }) {
  const [chosen, choose] = useQueryState('status', parseAsStringLiteral(choices).withDefault(all));
  const [limit, setLimit] = useState(20);
  const status = inboundStatuses.find((each) => each === chosen);
  const query = trpc.inboundEvent.list.useQuery(
    { id: integrationId, limit, ...(status && { status }) },
    { placeholderData: (previous) => previous, refetchInterval: 5_000 },
  );
  return (
    <RelatedList
      title="Inbound events"
      action={
        <SegmentedControl
          size="xs"
          aria-label="Show events that are"
          value={chosen}
          onChange={(value) => void choose(value as (typeof choices)[number])}
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
          ? 'There are no such events.'
          : 'Nothing has come yet. The setup shows where the system sends its events to.'
      }
      onMore={limit < MOST ? () => setLimit(MOST) : undefined}
    />
  );
}

const MOST = 100;
