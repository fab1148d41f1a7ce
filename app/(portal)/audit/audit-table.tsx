'use client';

import type { inferRouterOutputs } from '@trpc/server';
import { ActorName } from '@/components/format/actor-name.tsx';
import { capitalized } from '@/components/format/capitalized.ts';
import { SentenceText } from '@/components/format/sentence-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { hrefOfResource } from '@/components/shell/navigation.ts';
import { correlationColumn } from '@/components/table/correlation-column.tsx';
import type { InitialList, ListDefinition } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { listOf } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { AppRouter } from '@/server/api/root.ts';
import { auditTabs } from '@/server/contract/portal/long-list-tabs.ts';
import { auditActionText } from '@/server/contract/texts/audit-action-text.ts';

type AuditEntry = inferRouterOutputs<AppRouter>['audit']['list']['data'][number];

const useList = listOf<AuditEntry>(trpc.audit.list);

/** Resources without a name, which are described by what they belong to: `installation for Ada Lovelace`. */
const describedTypes = new Set([
  ...['accessCredential', 'billingCycle', 'inboundEvent', 'installation', 'job'],
  ...['networkSession', 'refund'],
]);

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
    render: ({ resourceType, resourceId, resourceName, parentId }) => {
      const href = hrefOfResource(resourceType, resourceId, parentId);
      const name =
        describedTypes.has(resourceType) && resourceName ? capitalized(resourceName) : resourceName;
      if (!href) return name ?? '–';
      return (
        <TextLink href={href} inherit>
          {name ?? 'Show'}
        </TextLink>
      );
    },
  },
  {
    key: 'actorType',
    title: 'By',
    from: 'medium',
    // Most addresses fit in one line.
    width: 200,
    render: ({ actorType, actorName, actorEmail }) => (
      <ActorName type={actorType} name={actorName} email={actorEmail} />
    ),
  },
  {
    key: 'action',
    title: 'Action',
    defaultVisible: false,
    render: ({ action }) => auditActionText(action),
  },
  correlationColumn,
];

const tabNames = {
  staff: 'By staff',
  keys: 'By API keys',
  prices: 'Prices',
  people: 'Sign-ins and staff',
};

type AuditTableProps = {
  definition: ListDefinition;
  initial?: InitialList<AuditEntry>;
  /** Whether the reader sees entries about staff. */
  seesStaff: boolean;
};

/** Who changed what. A row opens all that the request or the run caused. */
export function AuditTable({ definition, initial, seesStaff }: AuditTableProps) {
  const { data } = trpc.audit.counts.useQuery({});
  const all = viewsOf(auditTabs, data?.counts, tabNames, data?.atLeast);
  const views = seesStaff ? all : all.filter(({ label }) => label !== tabNames.people);
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
