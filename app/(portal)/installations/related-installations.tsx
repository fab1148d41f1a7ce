'use client';

import { Button, Group } from '@mantine/core';
import Link from 'next/link';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { isOpenInstallation } from '@/server/contract/installation-rules.ts';
import { kindNames, reasonOf } from './labels.ts';
import { installationList } from './list.ts';
import { useNamed } from './use-named-installations.ts';

type RelatedInstallationsProps = {
  /** The subscriber or the subscription. The linked list has the same filters. */
  filters: { subscriberId: string } | { subscriptionId: string };
  /** Whether a new one can be created. A subscription has one installation at a time. */
  open: boolean;
  limit?: number;
};

/** The newest installations of a subscriber or a subscription, with links to all of them and to a new one. */
export function RelatedInstallations({ filters, open, limit = 5 }: RelatedInstallationsProps) {
  const query = useNamed(trpc.installation.list.useQuery({ ...filters, limit }));
  const mayWrite = useCan('installations:write');
  const isTaken = 'subscriptionId' in filters && (query.data?.data ?? []).some(isOpenInstallation);
  return (
    <RelatedList
      title="Installations"
      query={query}
      href={(row) => `/installations/${row.id}`}
      primary={(row) => kindNames[row.kind]}
      secondary={(row) => (
        <Group gap="2px 12px">
          <span>{row.placeName ?? '…'}</span>
          {row.scheduledAt && isOpenInstallation(row) && (
            <span>
              appointment <TimeText value={row.scheduledAt} />
            </span>
          )}
          {row.installedAt && (
            <span>
              installed <TimeText value={row.installedAt} detail="day" />
            </span>
          )}
          {row.technician && <span>{row.technician}</span>}
        </Group>
      )}
      aside={(row) => (
        <StatusBadge status={row.status} reason={isOpenInstallation(row) ? reasonOf(row, null) : null} />
      )}
      empty="No installations yet."
      all={{ label: 'All installations', href: `${listHref(installationList, { filters })}&view=list` }}
      action={
        mayWrite &&
        open &&
        query.data &&
        !isTaken && (
          <Button
            component={Link}
            href={`/installations/new?${new URLSearchParams(filters)}`}
            prefetch={false}
            size="compact-sm"
            variant="default"
          >
            New installation
          </Button>
        )
      }
    />
  );
}
