'use client';

import { Anchor, Text } from '@mantine/core';
import Link from 'next/link';
import { keyOfStep } from '@/components/detail/key-of-step.ts';
import { Panel } from '@/components/detail/panel.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { EmptyList } from '@/components/table/empty-list.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import type { Correlation } from '@/server/contract/portal/correlation.ts';
import { eventList } from '../events/list.ts';
import classes from './correlation.module.css';
import { CorrelationStep } from './correlation-step.tsx';

/** What one request or one run of a job caused, in order. */
export function CorrelationPage({ correlation }: { correlation: Correlation }) {
  const { id, actors, steps, names, currencies, totals } = correlation;
  const shown = steps.filter(({ kind }) => kind === 'event').length;
  return (
    <>
      <PageHeader
        title="Correlation"
        parent={{ label: 'Events', href: '/developers/events' }}
        description={<CopyId id={id} what="correlation id" />}
      />
      {steps.length === 0 ? (
        <EmptyList
          title="Nothing has this correlation ID"
          description="A read may be missing in the request log, which has a sample of them. A refusal in the portal leaves no trace."
        />
      ) : (
        <Panel title={summaryOf(correlation)}>
          {actors.length > 0 && (
            <Text c="dimmed" mb="md" style={{ overflowWrap: 'anywhere' }}>
              by {actors.join(', ')}
            </Text>
          )}
          <ol className={classes.steps}>
            {steps.map((step) => (
              <CorrelationStep key={keyOfStep(step)} step={step} names={names} currencies={currencies} />
            ))}
          </ol>
          {totals.event > shown && (
            <Text mt="md">
              Only the first of each kind are shown.{' '}
              <Anchor
                component={Link}
                underline="always"
                href={listHref(eventList, { sort: 'createdAt', filters: { correlationId: id } })}
                prefetch={false}
              >
                All {totals.event.toLocaleString('en')} events
              </Anchor>
            </Text>
          )}
        </Panel>
      )}
    </>
  );
}

/** `1 request, 1 inbound event, 2 changes, 3 events, 1 email`. */
function summaryOf({ totals }: Correlation): string {
  return [
    counted(totals.request, 'request', 'requests'),
    counted(totals.inbound, 'inbound event', 'inbound events'),
    counted(totals.audit, 'change', 'changes'),
    counted(totals.event, 'event', 'events'),
    counted(totals.email, 'email', 'emails'),
  ]
    .filter(Boolean)
    .join(', ');
}

function counted(n: number, one: string, many: string): string | null {
  return n === 0 ? null : `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}
