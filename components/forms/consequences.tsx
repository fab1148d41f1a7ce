'use client';

import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { DryRunState } from '@/components/trpc/use-dry-run.ts';
import type { DryRunAnswer } from '@/server/contract/portal/dry-run.ts';
import { lazyPart } from '../shell/lazy-part.tsx';
import classes from './consequences.module.css';

type ConsequencesProps = {
  run: DryRunState;
  title?: string;
  /** Shown while the form is incomplete. */
  incomplete?: string;
  /** Effects that the dry run cannot contain, such as a payment outside of the system. */
  lines?: ReactNode[];
};

const Loading = (
  <Stack gap={8} py={4}>
    <Skeleton h={14} w="80%" />
    <Skeleton h={14} w="55%" />
  </Stack>
);

// The sentences of all events are a large part of a form's code, and no form shows one before its first input.
const Sentences = lazyPart(() => import('./consequence-sentences.tsx'), 'ConsequenceSentences', Loading);

/** The effects of a change, from its dry run: the events as sentences, or the refusal. */
export function Consequences(props: ConsequencesProps) {
  const {
    run,
    title = 'What will follow',
    incomplete = 'Complete the form to see what will follow.',
    lines = [],
  } = props;
  const { answer, problem, isPending, retry } = run;
  const [accepted, setAccepted] = useState<DryRunAnswer | null>(null);
  if (answer && !answer.refusal && answer !== accepted) setAccepted(answer);
  return (
    <section aria-label={title} aria-busy={isPending} className={classes.root}>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      {problem ? (
        <Text size="sm" c="dimmed">
          There is no preview: {problem.message}{' '}
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        </Text>
      ) : answer ? (
        <div className={classes.answer} data-pending={isPending || undefined}>
          {answer.refusal ? (
            <>
              <Refused refusal={answer.refusal} />
              {accepted && (
                <>
                  <Text size="sm" c="dimmed" mt="xs" mb={4}>
                    With the input before it:
                  </Text>
                  <div className={classes.former}>
                    <Sentences answer={accepted} lines={lines} />
                  </div>
                </>
              )}
            </>
          ) : (
            <Sentences answer={answer} lines={lines} />
          )}
          <EventTypes answer={answer} />
        </div>
      ) : isPending ? (
        Loading
      ) : (
        <Text size="sm" c="dimmed">
          {incomplete}
        </Text>
      )}
    </section>
  );
}

function Refused({ refusal }: { refusal: NonNullable<DryRunAnswer['refusal']> }) {
  const { error, rejectionReasons } = refusal;
  const messages = rejectionReasons.map(({ message }) => message);
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="This would be refused"
    >
      <Text size="sm">{messages.length > 0 ? messages.join(' ') : error}</Text>
    </Alert>
  );
}

/** The types of the events, as webhooks get them. */
function EventTypes({ answer: { events } }: { answer: DryRunAnswer }) {
  if (events.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  const types = [...counts].map(([type, count]) => (count === 1 ? type : `${count} × ${type}`));
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {types.length === 1 ? 'Event' : 'Events'}: {types.join(', ')}
    </Text>
  );
}
