'use client';

import { Button, ScrollArea, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { CancelButton } from '@/components/forms/cancel-button.tsx';
import { ProvisionalNumbers, sentencesOf } from '@/components/forms/consequence-sentences.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { useIdempotencyKey } from '@/components/forms/use-idempotency-key.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { Operation } from '@/components/trpc/operation.ts';
import { useDryRuns } from '@/components/trpc/use-dry-runs.ts';
import type { DryRunAnswer } from '@/server/contract/portal/dry-run.ts';
import { MAX_PREVIEWED } from '@/server/contract/portal/job-values.ts';
import { together } from '@/server/contract/sentence.ts';
import { SentenceText } from '../format/sentence-text.tsx';
import type { BulkAction, BulkTarget } from './bulk-action.ts';

type BulkPreviewProps = {
  action: BulkAction;
  target: BulkTarget;
  /** What the button says. */
  title: string;
  /** Called with the number of rows that the action will run on. */
  onIncluded: (count: number) => void;
  onStarted: (job: { id: string; total: number }) => void;
  onClose: () => void;
};

/** What follows for the first rows, by their dry runs, and the button that starts the job. */
export function BulkPreview(props: BulkPreviewProps) {
  const { action, target, title, onIncluded, onStarted, onClose } = props;
  const { client } = trpc.useUtils();
  const { filter, ids } = target;
  const isReady = action.ready !== false;
  const call = { action: action.name, filter, options: action.options };
  const preview = trpc.job.previewBulk.useQuery(
    { ...call, ...(ids && { ids: ids.slice(0, MAX_PREVIEWED) }) },
    { enabled: isReady, staleTime: 0 },
  );
  const sample = preview.data?.sample ?? [];
  const isRunDry = action.effect === undefined;
  // The server names the procedure of each row together with its input.
  const dryRuns = useDryRuns(
    isRunDry
      ? sample.map(({ id, procedure, input }) => [id, { procedure, input } as unknown as Operation])
      : [],
  );
  const shown = sample.map(({ id, name }) => ({
    id,
    name,
    preview: isRunDry ? previewFromDryRun(dryRuns[id]) : { effect: action.effect },
  }));
  // Of selected rows, those that would be refused are left out. Of all that match, few are previewed and none is left out.
  const skipped = new Set(ids ? shown.flatMap(({ id, preview: of }) => ('skip' in of ? [id] : [])) : []);
  const chosen = ids?.filter((id) => !skipped.has(id));
  const total = chosen?.length ?? preview.data?.total ?? target.total;
  useEffect(() => onIncluded(total), [onIncluded, total]);

  const request = { ...call, ...(chosen && { ids: chosen }), total };
  const idempotencyKey = useIdempotencyKey(request);
  const [typed, setTyped] = useState('');
  const [isStarting, setIsStarting] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const isConfirmed = !action.typeToConfirm || typed.trim() === action.typeToConfirm;
  const isChecking = preview.isPending || (isRunDry && sample.some(({ id }) => !dryRuns[id]));
  const hasNewInvoices = Object.values(dryRuns).some(
    (dryRun) => 'answer' in dryRun && dryRun.answer.hasNewInvoices,
  );

  const start = async () => {
    setIsStarting(true);
    setProblem(null);
    try {
      const { id } = await client.job.createBulk.mutate(request, { context: { idempotencyKey } });
      onStarted({ id, total });
    } catch (error) {
      setIsStarting(false);
      setProblem(toApiProblem(error));
      void preview.refetch();
    }
  };

  const offered = ids?.length ?? total;
  return (
    <Stack gap="sm">
      {action.inputs}
      {preview.error ? (
        <ProblemAlert problem={toApiProblem(preview.error)} onRetry={() => preview.refetch()} />
      ) : (
        isReady && (
          <>
            <Text size="sm" c="dimmed">
              {preview.data && shown.length < offered
                ? `This is what happens to the first ${shown.length} now. Each of the others is checked when it is its turn.`
                : 'This is what happens now. Each is checked again when it is its turn.'}
              {skipped.size > 0 && ` ${skipped.size} of ${offered} selected will be left as they are.`}
            </Text>
            <PreviewTable rows={preview.data && shown} refusedAs={ids ? 'Skipped' : 'Would be refused'} />
          </>
        )
      )}
      {hasNewInvoices && <ProvisionalNumbers />}
      {problem && <ProblemAlert problem={problem} />}
      {action.typeToConfirm && (
        <TextInput
          label={`Type “${action.typeToConfirm}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      <FormActions>
        <CancelButton onClick={onClose}>Cancel</CancelButton>
        <Button
          color={action.danger ? 'red' : undefined}
          onClick={start}
          loading={isStarting}
          disabled={!isReady || !isConfirmed || isChecking || total === 0}
        >
          {title}
        </Button>
      </FormActions>
    </Stack>
  );
}

/** What is shown of a row before its action runs. */
type Preview = { skip: string } | { effect: ReactNode };

type PreviewTableProps = {
  /** Undefined while they load. */
  rows: { id: string; name: string; preview: Preview }[] | undefined;
  /** What is said of a row that the action would not change. */
  refusedAs: string;
};

function PreviewTable({ rows, refusedAs }: PreviewTableProps) {
  return (
    <ScrollArea.Autosize mah={360} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {rows?.map(({ id, name, preview }) => (
            <Table.Tr key={id}>
              <Table.Td miw={140} valign="top">
                {name}
              </Table.Td>
              <Table.Td>
                {'skip' in preview ? (
                  <Text size="sm" c="dimmed">
                    {refusedAs}: {preview.skip}
                  </Text>
                ) : (
                  <Text size="sm" component="div">
                    {preview.effect}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          )) ?? (
            <Table.Tr>
              <Table.Td>
                <Skeleton h={14} w="60%" />
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

/** The preview of a row from its dry run; an ellipsis while it runs. */
function previewFromDryRun(dryRun: ReturnType<typeof useDryRuns>[string] | undefined): Preview {
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
