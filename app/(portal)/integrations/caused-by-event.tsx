'use client';

import { Anchor, List, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import Link from 'next/link';
import { keyOfStep } from '@/components/detail/key-of-step.ts';
import { Panel } from '@/components/detail/panel.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { AppRouter } from '@/server/api/root.ts';

type CorrelationStep = inferRouterOutputs<AppRouter>['correlation']['get']['steps'][number];
type Effect = Exclude<CorrelationStep, { kind: 'inbound' | 'request' }>;

type CausedByEventProps = { correlationId: string; isOpen: boolean };

/** The effects of an inbound event: all steps with its correlation id. */
export function CausedByEvent({ correlationId, isOpen }: CausedByEventProps) {
  const { data } = trpc.correlation.get.useQuery(
    { id: correlationId },
    { refetchInterval: isOpen ? 1_000 : false },
  );
  const steps = data?.steps.filter(isEffect);
  return (
    <Panel title="Effects">
      {steps?.length === 0 ? (
        <Text c="dimmed">{isOpen ? 'No effects yet.' : 'No effects.'}</Text>
      ) : (
        <List spacing="xs">
          {steps?.map((step) => (
            <List.Item key={keyOfStep(step)}>
              <StepText step={step} />{' '}
              <Text size="sm" c="dimmed" component="span">
                <TimeText value={step.at} detail="second" />
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Panel>
  );
}

/** The page shows the event itself and its states elsewhere. */
function isEffect(step: CorrelationStep): step is Effect {
  if (step.kind === 'inbound' || step.kind === 'request') return false;
  return !(step.kind === 'audit' && step.entry.resourceType === 'inboundEvent');
}

function StepText({ step }: { step: Effect }) {
  if (step.kind === 'event') {
    return (
      <>
        Emitted{' '}
        <Anchor
          component={Link}
          href={`/developers/events/${step.event.id}`}
          prefetch={false}
          className="mono"
        >
          {step.event.type}
        </Anchor>
      </>
    );
  }
  if (step.kind === 'email') return <>Queued an email: {step.email.kind.toLowerCase()}</>;
  const { action, resourceType, resourceId } = step.entry;
  const page = pageOf[resourceType];
  return (
    <>
      Changed <span className="mono">{action}</span>{' '}
      {page && (
        <Anchor component={Link} href={`${page}/${resourceId}`} prefetch={false} className="mono">
          {resourceId}
        </Anchor>
      )}
    </>
  );
}

const pageOf: Record<string, string> = {
  subscriber: '/subscribers',
  subscription: '/subscriptions',
  invoice: '/invoices',
  payment: '/payments',
};
