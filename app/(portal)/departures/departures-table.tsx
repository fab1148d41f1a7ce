'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { namedByService, type OfService } from '@/components/format/service-names.ts';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { totalsOf } from '@/components/table/totals.tsx';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DepartureReasonCounts, DepartureSnapshot } from '@/server/contract/portal/departure.ts';
import {
  departureKindTexts,
  departureOutcomeTexts,
  departureReasonTexts,
} from '@/server/contract/texts/departure-texts.ts';
import { departureList } from './list.ts';
import { ReasonBars } from './reason-bars.tsx';

type NamedDeparture = OfService<DepartureSnapshot>;

const useList = namedListOf(trpc.departure.list, namedByService<DepartureSnapshot>());

const useTotals = totalsOf(trpc.departure.totals, { mrr: 'MRR' });

const outcomeTones = { LEFT: 'gray', LEAVING: 'yellow', STAYED: 'green' } as const;

const columns: TableColumn<NamedDeparture>[] = [
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? '…' },
  { key: 'plan', title: 'Plan', from: 'medium', render: (row) => row.planName ?? '…' },
  {
    key: 'reason',
    title: 'Reason',
    render: (row) => (row.reason ? departureReasonTexts[row.reason] : 'Not given'),
  },
  { key: 'note', title: 'Note', from: 'wide', render: (row) => row.note ?? '–' },
  { key: 'kind', title: 'Kind', from: 'wide', render: (row) => departureKindTexts[row.kind] },
  {
    key: 'outcome',
    title: 'Outcome',
    card: 'badge',
    render: (row) => (
      <StatusBadge
        status={row.outcome}
        label={departureOutcomeTexts[row.outcome]}
        tone={outcomeTones[row.outcome]}
      />
    ),
  },
  {
    key: 'mrr',
    title: 'MRR',
    sortable: true,
    align: 'right',
    card: 'amount',
    render: (row) => <MoneyText amount={row.mrr} currency={row.currency} />,
  },
  {
    key: 'createdAt',
    title: 'Requested',
    sortable: true,
    render: (row) => <TimeText value={row.createdAt} />,
  },
];

type DeparturesTableProps = {
  initial?: InitialList<NamedDeparture> | undefined;
  /** How many cancellations have each reason. */
  reasons?: DepartureReasonCounts | undefined;
};

/** The cancellations with their reasons: how many have each, and which. */
export function DeparturesTable({ initial, reasons }: DeparturesTableProps) {
  return (
    <ListPage
      permission="subscriptions:write"
      definition={departureList}
      columns={columns}
      initial={initial}
      useList={useList}
      useTotals={useTotals}
      rowHref={(row) => `/subscriptions/${row.subscriptionId}`}
      views={<ReasonBars initial={reasons} />}
      empty={{
        title: 'No cancellations yet',
        description: 'Cancellations, plan removals and terminations are listed here with their reasons.',
      }}
    />
  );
}
