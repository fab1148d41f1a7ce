'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { isPendingCharge } from '@/server/contract/charge-rules.ts';
import { chargeList } from './list.ts';

type RelatedChargesProps = {
  /** The subscriber, and optionally one of its subscriptions. The linked list has the same filters. */
  filters: { subscriberId: string; subscriptionId?: string };
  /** Whether a new charge can be created. A terminated subscriber cannot be charged. */
  open: boolean;
  limit?: number;
};

/** The newest charges of a subscriber or a subscription, with links to all of them and to a new one. */
export function RelatedCharges({ filters, open, limit = 10 }: RelatedChargesProps) {
  const query = trpc.charge.listAll.useQuery({ ...filters, limit });
  const mayCharge = useCan('charges:write') && open;
  return (
    <RelatedList
      title="Charges"
      query={query}
      href={(row) => `/charges/${row.id}`}
      primary={(row) => row.description}
      secondary={(row) => (
        <>
          <TimeText value={row.createdAt} />
          {isPendingCharge(row) && row.expiresAt && (
            <>
              {' '}
              · due until <TimeText value={row.expiresAt} />
            </>
          )}
        </>
      )}
      aside={(row) => (
        <>
          <MoneyText amount={row.amount} currency={row.currency} />
          <StatusBadge status={row.status} reason={row.reason} />
        </>
      )}
      empty="No one-time charges yet. The price of the plan is on the invoices."
      all={{ label: 'All charges', href: listHref(chargeList, { filters }) }}
      action={
        mayCharge && (
          <Button
            component={Link}
            href={`/charges/new?${new URLSearchParams(filters)}`}
            prefetch={false}
            size="compact-sm"
            variant="default"
          >
            New charge
          </Button>
        )
      }
    />
  );
}
