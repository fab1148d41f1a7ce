'use client';

import { List, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { EventSentence } from '@/components/detail/event-sentence.tsx';
import { keyOfStep } from '@/components/detail/key-of-step.ts';
import { Panel } from '@/components/detail/panel.tsx';
import { SentenceText } from '@/components/format/sentence-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { hrefOfResource } from '@/components/shell/navigation.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { AppRouter } from '@/server/api/root.ts';
import type { Names } from '@/server/contract/texts/describe-change.ts';
import { describeEntry } from '@/server/contract/texts/describe-entry.ts';

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
              <StepText step={step} names={data?.names ?? {}} currencies={data?.currencies ?? {}} />{' '}
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

type StepTextProps = { step: Effect; names: Names; currencies: Record<string, string> };

function StepText({ step, names, currencies }: StepTextProps) {
  switch (step.kind) {
    case 'event':
      return (
        <>
          <EventSentence event={step.event} names={names} />{' '}
          <TextLink href={`/developers/events/${step.event.id}`}>{step.event.type}</TextLink>
        </>
      );
    case 'email':
      return (
        <>
          Queued an email: <TextLink href={`/emails/${step.email.id}`}>{humanize(step.email.kind)}</TextLink>
        </>
      );
    case 'audit': {
      const { resourceType, resourceId } = step.entry;
      const href = hrefOfResource(resourceType, resourceId);
      const name = names[resourceId];
      return (
        <>
          <SentenceText sentence={describeEntry(step.entry, { names, currency: currencies[resourceId] })} />
          {href && name && (
            <>
              {' '}
              <TextLink href={href}>{name}</TextLink>
            </>
          )}
        </>
      );
    }
  }
}
