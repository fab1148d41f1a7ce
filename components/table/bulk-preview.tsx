import type { ReactNode } from 'react';
import { sentencesOf } from '@/components/forms/consequences.tsx';
import type { useDryRuns } from '@/components/trpc/use-dry-runs.ts';
import type { DryRunAnswer } from '@/server/contract/dry-run.ts';
import { together } from '@/server/contract/sentence.ts';
import { SentenceText } from '../format/sentence-text.tsx';

/** What is shown of a row before its action runs. */
export type Preview = { skip: string } | { effect: ReactNode };

/** The preview of a row from its dry run; an ellipsis while it runs. */
export function previewFromDryRun(dryRun: ReturnType<typeof useDryRuns>[string] | undefined): Preview {
  if (!dryRun) return { effect: '…' };
  if ('problem' in dryRun) return { effect: `There is no preview: ${dryRun.problem.message}` };
  const { refusal, hasEffect } = dryRun.answer;
  if (refusal) return { skip: refusal.rejectionReasons[0]?.message ?? refusal.error };
  return hasEffect ? { effect: <Effects answer={dryRun.answer} /> } : { skip: 'Nothing changes.' };
}

/** The sentences of a dry run, one after the other. */
function Effects({ answer }: { answer: DryRunAnswer }) {
  const sentences = sentencesOf(answer);
  return sentences.length === 0 ? (
    'The audit trail records the change.'
  ) : (
    <SentenceText sentence={together(sentences)} />
  );
}
