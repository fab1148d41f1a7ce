'use client';

import { Anchor, Skeleton, Table, Text } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { CopyId } from '@/components/data/copy-id.tsx';
import type { ListAnswer } from '@/components/data/list-definition.ts';
import { MoneyText } from '@/components/data/money-text.tsx';
import { Panel } from '@/components/data/panel.tsx';
import { ProblemAlert } from '@/components/data/problem-alert.tsx';
import { humanize, StatusBadge } from '@/components/data/status-badge.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { RelatedCharges } from '../charges/related-charges.tsx';
import { RelatedInvoices } from '../invoices/related-invoices.tsx';
import { hasEnded } from './standing.ts';
import classes from './subscription-billing.module.css';

type SubscriptionBillingProps = {
  subscription: Pick<SubscriptionSnapshot, 'id' | 'subscriberId' | 'status' | 'archivedAt'>;
};

/** Payments, invoices, charges and cycles of a subscription, the newest first. */
export function SubscriptionBilling({ subscription }: SubscriptionBillingProps) {
  const { id, subscriberId } = subscription;
  const isOver = hasEnded(subscription);
  const payments = trpc.payment.list.useQuery({ subscriptionId: id, limit: 20 });
  const cycles = trpc.subscription.cycles.useQuery({ id, limit: 20, sort: '-startsAt' });
  return (
    <>
      <Rows
        title="Payments"
        query={payments}
        empty="Nothing has been paid yet."
        head={['Reference', 'Amount', 'Rail', 'Completed', 'Status', 'Id']}
        cells={(row) => [
          <Anchor key="reference" component={Link} href={`/payments/${row.id}`} prefetch={false}>
            {row.reference}
          </Anchor>,
          <MoneyText key="amount" amount={row.amount} currency={row.currency} />,
          humanize(row.rail),
          <TimeText key="at" value={row.completedAt} />,
          <StatusBadge key="status" status={row.status} reason={row.failureReason} />,
          <CopyId key="id" id={row.id} short />,
        ]}
      />
      <RelatedInvoices filters={{ subscriptionId: id }} limit={20} />
      <RelatedCharges filters={{ subscriberId, subscriptionId: id }} open={!isOver} />
      <Rows
        title="Cycles"
        query={cycles}
        empty="The first cycle begins with the first payment."
        head={['Start', 'End', 'Grace ends', 'Paid', 'Status', 'Id']}
        cells={(row) => [
          <TimeText key="start" value={row.startsAt} />,
          <TimeText key="end" value={row.expiresAt} />,
          <TimeText key="grace" value={row.graceEndsAt} />,
          row.paymentStatus === 'COMPLETED' ? 'Yes' : 'No',
          <StatusBadge key="status" status={row.status} />,
          <CopyId key="id" id={row.id} short />,
        ]}
      />
    </>
  );
}

type RowsProps<T> = {
  title: string;
  query: { data: ListAnswer<T> | undefined; error: unknown; refetch: () => unknown };
  empty: string;
  head: string[];
  cells: (row: T) => ReactNode[];
};

function Rows<T extends { id: string }>({ title, query, empty, head, cells }: RowsProps<T>) {
  const rows = query.data?.data;
  const total = query.data?.meta.total ?? 0;
  return (
    <Panel title={title} flush>
      {query.error ? (
        <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />
      ) : !rows ? (
        <div className={classes.message}>
          <Skeleton h={14} w="50%" />
        </div>
      ) : rows.length === 0 ? (
        <Text c="dimmed" className={classes.message}>
          {empty}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
        <section className={classes.scroll} tabIndex={0} aria-label={`${title} as a table`}>
          <Table horizontalSpacing="md" verticalSpacing={8} className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                {head.map((name) => (
                  <Table.Th key={name}>{name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  {cells(row).map((cell, index) => (
                    <Table.Td key={head[index]}>{cell}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
      {rows && total > rows.length && (
        <Text size="sm" c="dimmed" className={classes.message}>
          The newest {rows.length} of {total}.
        </Text>
      )}
    </Panel>
  );
}
