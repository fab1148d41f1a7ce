'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { useListState } from '@/components/table/use-list-state.ts';
import { trpc } from '@/components/trpc/client.ts';

const CHECK_EVERY_MS = 5_000;

type NewRequestsProps = {
  definition: ListDefinition;
  /** When the newest listed request was received. */
  newest: string | undefined;
};

/** Reads the list again, and says how many requests were received since. */
export function NewRequests({ definition, newest }: NewRequestsProps) {
  const utils = trpc.useUtils();
  const { input } = useListState(definition);
  const [since, setSince] = useState(newest);
  const { data } = trpc.apiRequest.listAll.useQuery(
    {
      ...input,
      ...{ page: 1, limit: 1, sort: '-createdAt' },
      createdAfter: since && new Date(Date.parse(since) + 1).toISOString(),
    },
    { refetchInterval: CHECK_EVERY_MS },
  );
  const count = data?.meta.total ?? 0;
  const show = () => {
    setSince(data?.data[0]?.createdAt ?? since);
    void utils.apiRequest.listAll.invalidate();
  };
  return (
    <Button
      variant={count > 0 ? 'light' : 'default'}
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={show}
    >
      {count > 0 ? `${count.toLocaleString('en')} new` : 'Refresh'}
    </Button>
  );
}
