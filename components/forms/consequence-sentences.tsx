'use client';

import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DryRunAnswer } from '@/server/contract/portal/dry-run.ts';
import type { Sentence } from '@/server/contract/sentence.ts';
import { describeChange } from '@/server/contract/texts/describe-change.ts';
import { describeEvent } from '@/server/contract/texts/describe-event.ts';
import { describeCharge } from '@/server/contract/texts/sentences/charge.ts';
import { describeInvoice } from '@/server/contract/texts/sentences/invoice.ts';
import { SentenceText } from '../format/sentence-text.tsx';
import classes from './consequences.module.css';

/** How many sentences are shown before the others are unfolded. */
const MAX_SHOWN = 8;

/** The events of a dry run and what changes without an event, as sentences. */
export function sentencesOf({ events, invoices, charges, changes, names }: DryRunAnswer): Sentence[] {
  return [
    ...events.map((event) => describeEvent(event, names)),
    ...invoices.map(describeInvoice),
    ...charges.map(describeCharge),
    ...changes.map((change) => describeChange(change, names)),
  ];
}

/** What a dry run would do, sentence by sentence. */
export function ConsequenceSentences({ answer, lines }: { answer: DryRunAnswer; lines: ReactNode[] }) {
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
      <Lines of={[...shown.map(asText), ...lines]} />
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
          <Lines of={answer.explanation.map(asText)} />
        </>
      )}
    </>
  );
}

const asText = (sentence: Sentence) => <SentenceText sentence={sentence} />;

/** A plain list: the component of the library would be a tenth of what a form loads for its preview. */
function Lines({ of }: { of: ReactNode[] }) {
  return (
    <ul className={classes.lines}>
      {of.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <li key={index}>{line}</li>
      ))}
    </ul>
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
