'use client';

import { Button, Group, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ProvisionalNumbers } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { useIdempotencyKey } from '@/components/forms/use-idempotency-key.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { Operation } from '@/components/trpc/operation.ts';
import { useDryRuns } from '@/components/trpc/use-dry-runs.ts';
import type { BulkAction } from './bulk-action.ts';
import { previewFromDryRun } from './bulk-preview.tsx';

/** All rows of a list that match its filters. */
export type Matching = { filter: Record<string, string | number | boolean>; total: number };

type BulkJobDialogProps<T> = {
  action: BulkAction<T>;
  job: NonNullable<BulkAction<T>['job']>;
  matching: Matching;
  noun: { one: string; many: string };
  onClose: () => void;
};

/** Shows how many rows match and the preview of the first of them, starts the job and opens its page. */
export function BulkJobDialog<T>({ action, job, matching, noun, onClose }: BulkJobDialogProps<T>) {
  const { push } = useRouter();
  const { client } = trpc.useUtils();
  const isReady = action.ready !== false;
  const call = { action: job.name, filter: matching.filter, options: job.options };
  const preview = trpc.job.previewBulk.useQuery(call, { enabled: isReady, staleTime: 0 });
  const { total, sample } = preview.data ?? { total: matching.total, sample: [] };
  const isRunDry = action.effect === undefined;
  const request = { ...call, total };
  const idempotencyKey = useIdempotencyKey(request);
  // The server names the procedure of each row together with its input.
  const dryRuns = useDryRuns(
    isRunDry
      ? sample.map(({ id, procedure, input }) => [id, { procedure, input } as unknown as Operation])
      : [],
  );
  const [typed, setTyped] = useState('');
  const [isStarting, setIsStarting] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const isConfirmed = !action.typeToConfirm || typed.trim() === action.typeToConfirm;
  const isChecking = preview.isPending || (isRunDry && sample.some(({ id }) => !dryRuns[id]));
  const hasNewInvoices = Object.values(dryRuns).some(
    (dryRun) => 'answer' in dryRun && dryRun.answer.hasNewInvoices,
  );
  const title = `${action.label} ${count(total)} ${total === 1 ? noun.one : noun.many}`;

  const start = async () => {
    setIsStarting(true);
    setProblem(null);
    try {
      const { id } = await client.job.createBulk.mutate(request, { context: { idempotencyKey } });
      push(`/jobs/${id}`);
    } catch (error) {
      setIsStarting(false);
      setProblem(toApiProblem(error));
      void preview.refetch();
    }
  };

  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        {action.inputs}
        {preview.error ? (
          <ProblemAlert problem={toApiProblem(preview.error)} onRetry={() => preview.refetch()} />
        ) : (
          isReady && (
            <>
              <Text size="sm" c="dimmed">
                {sample.length < total
                  ? `This is what happens to the first ${sample.length || 5} now. Each of the others is checked when it is its turn.`
                  : 'This is what happens now. Each is checked again when it is its turn.'}
              </Text>
              <Table verticalSpacing={6}>
                <Table.Tbody>
                  {preview.data ? (
                    sample.map(({ id, name }) => {
                      const shown = isRunDry ? previewFromDryRun(dryRuns[id]) : { effect: action.effect };
                      return (
                        <Table.Tr key={id}>
                          <Table.Td>{name}</Table.Td>
                          <Table.Td>
                            {'skip' in shown ? (
                              <Text size="sm" c="dimmed">
                                Would be refused: {shown.skip}
                              </Text>
                            ) : (
                              <Text size="sm" component="div">
                                {shown.effect}
                              </Text>
                            )}
                          </Table.Td>
                        </Table.Tr>
                      );
                    })
                  ) : (
                    <Table.Tr>
                      <Table.Td>
                        <Skeleton h={14} w="60%" />
                      </Table.Td>
                    </Table.Tr>
                  )}
                </Table.Tbody>
              </Table>
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color={action.danger ? 'red' : undefined}
            onClick={start}
            loading={isStarting}
            disabled={!isReady || !isConfirmed || isChecking || total === 0}
          >
            {title}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const count = new Intl.NumberFormat('en').format;
