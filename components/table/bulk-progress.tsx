'use client';

import { Button, Group, Progress, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { JobRowSnapshot } from '@/server/contract/portal/job.ts';
import { isAtWork } from '@/server/contract/portal/job-values.ts';
import { TextLink } from '../format/text-link.tsx';

const POLL_MS = 500;
/** The rows that are shown here. The page of the job has all of them. */
const SHOWN = 100;

type BulkProgressProps = { jobId: string; onDone: () => void; onClose: () => void };

/** The progress of a job that continues without the dialog, and the outcome of its first rows. */
export function BulkProgress({ jobId, onDone, onClose }: BulkProgressProps) {
  const query = trpc.job.get.useQuery(
    { id: jobId },
    { refetchInterval: ({ state: { data } }) => (!data || isAtWork(data.status) ? POLL_MS : false) },
  );
  const job = query.data;
  const isRunning = !job || isAtWork(job.status);
  const rows = trpc.job.rows.useQuery(
    { id: jobId, limit: SHOWN },
    { placeholderData: keepPreviousData, refetchInterval: isRunning ? POLL_MS : false },
  );
  useJobEnd(isRunning ? null : jobId, () => {
    void rows.refetch();
    onDone();
  });
  const { total = 0, done = 0, unchanged = 0, refused = 0 } = job?.counts ?? {};
  return (
    <Stack gap="sm">
      <Progress
        value={(100 * (done + unchanged + refused)) / Math.max(1, total)}
        color={refused > 0 && !isRunning ? 'red' : undefined}
        aria-label="Progress"
      />
      <Group justify="space-between">
        <Text size="sm" role="status" className="tabular">
          {job && `${count(done)} done${refused > 0 ? `, ${count(refused)} refused` : ''} of ${count(total)}`}
        </Text>
        <TextLink href={`/jobs/${jobId}`} size="sm">
          Open the job
        </TextLink>
      </Group>
      {query.error && <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />}
      <ScrollArea.Autosize mah={360} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table verticalSpacing={6}>
          <Table.Tbody>
            {rows.data?.data.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td miw={140} valign="top">
                  {row.name}
                </Table.Td>
                <Table.Td>
                  <Outcome row={row} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {total > SHOWN && (
        <Text size="sm" c="dimmed">
          The first {SHOWN} rows. The page of the job has all of them.
        </Text>
      )}
      <FormActions>
        {isRunning && (
          <Text size="sm" c="dimmed">
            The job continues when you close this dialog.
          </Text>
        )}
        <Button onClick={onClose} variant={isRunning ? 'default' : 'filled'}>
          Close
        </Button>
      </FormActions>
    </Stack>
  );
}

/** Calls back once the job has ended. A person who saw the end needs no notification. */
function useJobEnd(endedId: string | null, onEnd: () => void): void {
  const utils = trpc.useUtils();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a job ends once
  useEffect(() => {
    if (endedId === null) return;
    onEnd();
    const markRead = async () => {
      const { notifications } = await utils.client.notification.list.query({});
      const ended = notifications.filter((each) => each.kind === 'JOB_ENDED' && each.job.id === endedId);
      const read = ended.map(({ id, version }) => ({ id, version }));
      utils.notification.list.setData({}, await utils.client.notification.markRead.mutate({ read }));
    };
    markRead().catch(() => undefined);
  }, [endedId]);
}

const waiting = new Set(['QUEUED', 'PENDING']);

/** The outcome of a row. What is queued is not done until it has arrived. */
function Outcome({ row: { outcome, reasons, sent } }: { row: JobRowSnapshot }) {
  if (outcome === 'PENDING') {
    return (
      <Text size="sm" c="dimmed">
        Waiting
      </Text>
    );
  }
  if (outcome === 'REFUSED') {
    return (
      <Group gap={6} wrap="nowrap" c="red" align="flex-start">
        <IconCircleX size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
        <Text size="sm">{reasons.map(({ message }) => message).join(' ') || 'Refused'}</Text>
      </Group>
    );
  }
  const isWaiting = sent !== null && waiting.has(sent.status);
  const Icon = isWaiting ? IconClock : IconCircleCheck;
  return (
    <Group gap={6} wrap="nowrap" c={isWaiting ? 'dimmed' : 'green'}>
      <Icon size={16} aria-hidden />
      <Text size="sm">{isWaiting ? 'Queued' : outcome === 'DONE' ? 'Done' : 'Unchanged'}</Text>
    </Group>
  );
}

const count = new Intl.NumberFormat('en').format;
