'use client';

import { Button, Group, Progress, ScrollArea, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { ProvisionalNumbers } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { perform } from '@/components/trpc/operation.ts';
import { useDryRuns } from '@/components/trpc/use-dry-runs.ts';
import { CorrelationId } from '../format/correlation-id.tsx';
import type { BulkAction } from './bulk-action.ts';
import { type Preview, previewFromDryRun } from './bulk-preview.tsx';

type Result = 'running' | 'done' | ApiProblem;

type BulkDialogProps<T> = {
  action: BulkAction<T>;
  rows: T[];
  noun: { one: string; many: string };
  onDone: () => void;
  onClose: () => void;
};

/** Shows the preview of each row, runs the action, and shows the results. Rows that failed can be run again. */
export function BulkDialog<T extends { id: string }>(props: BulkDialogProps<T>) {
  const { action, rows, noun, onDone, onClose } = props;
  const { client } = trpc.useUtils();
  const [results, setResults] = useState<Record<string, Result>>({});
  const [phase, setPhase] = useState<'preview' | 'running' | 'finished'>('preview');
  const [typed, setTyped] = useState('');
  const [keys] = useState(() => new Map(rows.map((row) => [row.id, crypto.randomUUID()])));

  const isReady = action.ready !== false;
  const isRunDry = isReady && action.effect === undefined;
  const dryRuns = useDryRuns(isRunDry ? rows.map((row) => [row.id, action.operation(row)]) : []);
  const isChecking = isRunDry && rows.some(({ id }) => !dryRuns[id]);
  const previewOf = (row: T): Preview =>
    action.effect === undefined ? previewFromDryRun(dryRuns[row.id]) : { effect: action.effect };

  const hasNewInvoices = Object.values(dryRuns).some(
    (dryRun) => 'answer' in dryRun && dryRun.answer.hasNewInvoices,
  );
  const included = rows.filter((row) => !('skip' in previewOf(row)));
  const pending = included.filter((row) => results[row.id] !== 'done');
  const done = included.length - pending.length;
  const failed = pending.filter((row) => typeof results[row.id] === 'object').length;
  const confirmed = !action.typeToConfirm || typed.trim() === action.typeToConfirm;

  const run = async () => {
    setPhase('running');
    for (const row of pending) {
      const idempotencyKey = keys.get(row.id) ?? crypto.randomUUID();
      setResults((all) => ({ ...all, [row.id]: 'running' }));
      const result = await perform(client, action.operation(row), { context: { idempotencyKey } }).then(
        () => 'done' as const,
        (error: unknown) => toApiProblem(error),
      );
      setResults((all) => ({ ...all, [row.id]: result }));
    }
    setPhase('finished');
    onDone();
  };

  const manyIncluded = `${included.length} ${included.length === 1 ? noun.one : noun.many}`;
  return (
    <Dialog
      onClose={phase === 'running' ? () => undefined : onClose}
      title={`${action.label} ${manyIncluded}`}
      size="lg"
      withCloseButton={phase !== 'running'}
    >
      <Stack gap="sm">
        {phase === 'preview' && action.inputs}
        {phase === 'preview' && included.length < rows.length && (
          <Text size="sm" c="dimmed">
            {rows.length - included.length} of {rows.length} selected will be left as they are.
          </Text>
        )}
        {phase !== 'preview' && (
          <Stack gap={4}>
            <Progress value={(100 * (done + failed)) / Math.max(1, included.length)} aria-label="Progress" />
            <Text size="sm" role="status" className="tabular">
              {done} done{failed > 0 && `, ${failed} refused`} of {included.length}
            </Text>
          </Stack>
        )}
        <ScrollArea.Autosize mah={360} type="auto" viewportProps={{ tabIndex: 0 }}>
          <Table verticalSpacing={6}>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td>{action.describe(row)}</Table.Td>
                  <Table.Td>
                    <Outcome preview={previewOf(row)} result={results[row.id]} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
        {phase === 'preview' && hasNewInvoices && <ProvisionalNumbers />}
        {phase === 'preview' && action.typeToConfirm && (
          <TextInput
            label={`Type “${action.typeToConfirm}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <Group justify="flex-end">
          {phase === 'finished' && failed > 0 && (
            <Button variant="default" onClick={run}>
              Retry the {failed} that failed
            </Button>
          )}
          {phase === 'finished' ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose} disabled={phase === 'running'}>
                Cancel
              </Button>
              <Button
                color={action.danger ? 'red' : undefined}
                onClick={run}
                loading={phase === 'running'}
                disabled={included.length === 0 || !confirmed || !isReady || isChecking}
              >
                {action.label} {manyIncluded}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Outcome({ preview, result }: { preview: Preview; result?: Result }) {
  if ('skip' in preview) {
    return (
      <Text size="sm" c="dimmed">
        Skipped: {preview.skip}
      </Text>
    );
  }
  if (result === undefined) return <Text size="sm">{preview.effect}</Text>;
  if (result === 'running') return <Text size="sm">Working…</Text>;
  if (result === 'done') {
    return (
      <Group gap={6} wrap="nowrap" c="green">
        <IconCircleCheck size={16} aria-hidden />
        <Text size="sm">Done</Text>
      </Group>
    );
  }
  return (
    <Stack gap={0}>
      <Group gap={6} wrap="nowrap" c="red">
        <IconCircleX size={16} aria-hidden />
        <Text size="sm">{result.message}</Text>
      </Group>
      {result.correlationId && <CorrelationId id={result.correlationId} inNewTab />}
    </Stack>
  );
}
