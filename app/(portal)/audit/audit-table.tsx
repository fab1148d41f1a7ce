'use client';

import type { inferRouterOutputs } from '@trpc/server';
import { SentenceText } from '@/components/format/sentence-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { hrefOfResource } from '@/components/shell/navigation.ts';
import { correlationColumn } from '@/components/table/correlation-column.tsx';
import type { InitialList, ListDefinition } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import { type QuickView, QuickViews } from '@/components/table/quick-views.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { listOf } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { AppRouter } from '@/server/api/root.ts';
import { auditActionText } from '@/server/contract/audit-action-text.ts';
import { actorTypeNames } from './labels.ts';

type AuditEntry = inferRouterOutputs<AppRouter>['audit']['list']['data'][number];

const useList = listOf<AuditEntry>(trpc.audit.list);

const columns: TableColumn<AuditEntry>[] = [
  {
    key: 'what',
    title: 'What happened',
    render: ({ what }) => <SentenceText sentence={what} />,
  },
  {
    key: 'createdAt',
    title: 'When',
    sortable: true,
    render: ({ createdAt }) => <TimeText value={createdAt} detail="second" />,
  },
  {
    key: 'resource',
    title: 'About',
    from: 'medium',
    render: ({ resourceType, resourceId, resourceName }) => {
      const href = hrefOfResource(resourceType, resourceId);
      if (!href) return resourceName ?? '–';
      return (
        <TextLink href={href} inherit>
          {resourceName ?? 'Show'}
        </TextLink>
      );
    },
  },
  {
    key: 'actorType',
    title: 'By',
    from: 'wide',
    render: ({ actorType }) => <span style={{ whiteSpace: 'nowrap' }}>{actorTypeNames[actorType]}</span>,
  },
  {
    key: 'action',
    title: 'Action',
    defaultVisible: false,
    render: ({ action }) => auditActionText(action),
  },
  correlationColumn,
];

type AuditTableProps = {
  definition: ListDefinition;
  initial?: InitialList<AuditEntry>;
  /** Whether the reader sees entries about staff. */
  seesStaff: boolean;
};

/** Who changed what. A row opens all that the request or the run caused. */
export function AuditTable({ definition, initial, seesStaff }: AuditTableProps) {
  const views: QuickView[] = [
    { label: 'All', filters: {} },
    { label: 'By staff', filters: { actorType: 'staff' } },
    { label: 'By API keys', filters: { actorType: 'credential' } },
    { label: 'Prices', filters: { changed: 'price', verb: 'update' } },
    ...(seesStaff ? [{ label: 'Sign-ins and staff', filters: { resourceType: 'staffUser' } }] : []),
  ];
  return (
    <ListPage
      permission="read"
      definition={definition}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={({ correlationId }) => `/developers/correlation/${correlationId}`}
      views={
        <QuickViews
          definition={definition}
          keys={['actorType', 'changed', 'verb', 'resourceType']}
          views={views}
        />
      }
      empty={{
        title: 'No changes yet',
        description: 'Each change by a person, a program or automatic work is recorded here, for good.',
      }}
    />
  );
}
