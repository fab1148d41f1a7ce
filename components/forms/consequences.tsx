'use client';

import { Alert, Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { DryRunState } from '@/components/trpc/use-dry-run.ts';
import type { DryRunAnswer } from '@/server/contract/portal/dry-run.ts';
import type { Sentence } from '@/server/contract/sentence.ts';
import { describeChange } from '@/server/contract/texts/describe-change.ts';
import { describeEvent } from '@/server/contract/texts/describe-event.ts';
import { describeCharge } from '@/server/contract/texts/sentences/charge.ts';
import { describeInvoice } from '@/server/contract/texts/sentences/invoice.ts';
import { SentenceText } from '../format/sentence-text.tsx';
import classes from './consequences.module.css';

type ConsequencesProps = {
  run: DryRunState;
  title?: string;
  /** Shown while the form is incomplete. */
  incomplete?: string;
  /** Effects that the dry run cannot contain, such as a payment outside of the system. */
  lines?: ReactNode[];
};

/** How many sentences are shown at once. */
const MAX_SHOWN = 8;

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
        <Stack gap={8} py={4}>
          <Skeleton h={14} w="80%" />
          <Skeleton h={14} w="55%" />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {incomplete}
        </Text>
      )}
    </section>
  );
}

/** The events of a dry run and what changes without an event, as sentences. */
export function sentencesOf({ events, invoices, charges, changes, names }: DryRunAnswer): Sentence[] {
  return [
    ...events.map((event) => describeEvent(event, names)),
    ...invoices.map(describeInvoice),
    ...charges.map(describeCharge),
    ...changes.map((change) => describeChange(change, names)),
  ];
}

function Sentences({ answer, lines }: { answer: DryRunAnswer; lines: ReactNode[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const sentences = sentencesOf(answer);
  const shown = isOpen ? sentences : sentences.slice(0, MAX_SHOWN);
  const hidden = sentences.length - shown.length;
  const unlisted = answer.eventCount - answer.events.length;
  if (sentences.length + lines.length === 0) {
    return (
      <Text size="sm">{answer.hasEffect ? 'The audit trail records the change.' : 'Nothing changes.'}</Text>
    );
  }
  return (
    <>
      <List size="sm" spacing={4}>
        {shown.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no other identity
          <List.Item key={index}>
            <SentenceText sentence={sentence} />
          </List.Item>
        ))}
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <List.Item key={`line ${index}`}>{line}</List.Item>
        ))}
      </List>
      {hidden > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setIsOpen(true)}>
          Show {hidden} more
        </Button>
      )}
      {unlisted > 0 && (
        <Text size="sm" c="dimmed">
          And {unlisted.toLocaleString('en')} more events.
        </Text>
      )}
      {answer.hasNewInvoices && <ProvisionalNumbers />}
      {answer.explanation.length > 0 && (
        <>
          <Text size="sm" fw={500} mt="xs" mb={4}>
            The subscription after the change
          </Text>
          <List size="sm" spacing={4}>
            {answer.explanation.map((sentence, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no other identity
              <List.Item key={index}>
                <SentenceText sentence={sentence} />
              </List.Item>
            ))}
          </List>
        </>
      )}
    </>
  );
}

/** Said where a preview has new invoices: another request may take their numbers first. */
export function ProvisionalNumbers() {
  return (
    <Text size="sm" c="dimmed" mt={4}>
      The numbers of new invoices are provisional.
    </Text>
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
