'use client';

import { Stack, Text, Title } from '@mantine/core';
import { MoneyText } from '@/components/format/money-text.tsx';
import { RowLink } from '@/components/format/row-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { Visit } from '@/server/contract/portal/visit.ts';
import { kindNames } from '../installations/labels.ts';
import { groupVisits } from './group-visits.ts';
import { Reach } from './reach.tsx';
import classes from './visits.module.css';

/** The visits of the technician who is signed in, by when they are due. */
export function VisitsPage({ initial, now }: { initial: Visit[]; now: string }) {
  const { data: visits } = trpc.visit.list.useQuery({}, { initialData: initial });
  const { timeZone } = useSession().provider;
  const groups = groupVisits(visits, now, timeZone);
  return (
    <>
      <PageHeader title="My visits" />
      {groups.length === 0 && (
        <Text c="dimmed">No visits. A visit is shown here once it is assigned to you.</Text>
      )}
      <Stack gap="lg">
        {groups.map(({ title, visits: of }) => (
          <section key={title} aria-label={title}>
            <Title order={2} size="h4" mb="xs">
              {title}
            </Title>
            <ul className={classes.list}>
              {of.map((visit) => (
                <VisitCard key={visit.id} visit={visit} />
              ))}
            </ul>
          </section>
        ))}
      </Stack>
    </>
  );
}

function VisitCard({ visit }: { visit: Visit }) {
  const { id, customer, kind, plan, scheduledAt, startedAt, installedAt, address, place, feeDue } = visit;
  return (
    <li className={classes.card}>
      <div className={classes.when}>
        {scheduledAt ? <TimeText value={scheduledAt} /> : 'No appointment'}
        {installedAt ? ' · done' : startedAt && ' · begun'}
      </div>
      <div className={classes.name}>
        <RowLink href={`/visits/${id}`}>{customer}</RowLink>
      </div>
      <div>{address ?? place}</div>
      <Text size="sm" c="dimmed">
        {kindNames[kind]} · {plan}
        {feeDue && (
          <>
            {' · '}
            <MoneyText {...feeDue} /> not paid
          </>
        )}
      </Text>
      {!installedAt && <Reach visit={visit} />}
    </li>
  );
}
