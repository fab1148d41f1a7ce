'use client';

import { useMemo } from 'react';
import { useNames } from '@/components/trpc/use-names.ts';
import type { Names } from '@/server/contract/texts/describe-change.ts';
import { type DescribedEvent, describeEvent, idsIn } from '@/server/contract/texts/describe-event.ts';
import { SentenceText } from '../format/sentence-text.tsx';

/** An event as a sentence. */
export function EventSentence({ event, names }: { event: DescribedEvent; names: Names }) {
  return <SentenceText sentence={describeEvent(event, names)} />;
}

const none: Names = {};

/** The names that the sentences of events use, from one query for all of them. */
export function useEventNames(events: DescribedEvent[] | undefined): Names {
  const ids = useMemo(() => [...new Set((events ?? []).flatMap(idsIn))].sort(), [events]);
  return useNames(ids) ?? none;
}
