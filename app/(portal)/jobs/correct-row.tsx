'use client';

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CancelButton } from '@/components/forms/cancel-button.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { notify } from '@/components/shell/notify.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { type ImportTypeName, importTypeOf } from '@/server/contract/portal/import-fields.ts';
import type { JobRowSnapshot, JobSnapshot } from '@/server/contract/portal/job.ts';

type CorrectRowProps = { job: JobSnapshot; row: JobRowSnapshot; onClose: () => void };

/** A refused row of an import: its cells by field, each with its reason, to be corrected and tried again. */
export function CorrectRow({ job, row, onClose }: CorrectRowProps) {
  const { source, action, status } = job;
  const { mapping } = source as { mapping: Record<string, string> };
  const { fields } = importTypeOf(action as ImportTypeName);
  const cells = cellsOf(row);
  const [values, setValues] = useState(cells);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const utils = trpc.useUtils();
  const isRefused = (field: string) => row.reasons.some((reason) => reason.field === field);
  const shown = Object.keys(fields)
    .flatMap((field) => (mapping[field] === undefined ? [] : [[field, mapping[field]] as const]))
    .sort(([a], [b]) => Number(isRefused(b)) - Number(isRefused(a)));
  const elsewhere = row.reasons.filter(({ field }) => !(field in mapping));
  const changed = Object.fromEntries(
    Object.entries(values).filter(([column, value]) => value !== (cells[column] ?? '')),
  );

  const tryAgain = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await utils.client.job.correct.mutate(
        { id: job.id, rows: [{ position: row.position, cells: changed }] },
        { context: { idempotencyKey: crypto.randomUUID() } },
      );
      void utils.job.invalidate();
      notify({
        color: 'green',
        message: `Row ${row.position} is ${status === 'CHECKED' ? 'checked' : 'tried'} again.`,
      });
      onClose();
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };

  return (
    <Dialog onClose={onClose} title={`Correct row ${row.position}`} size="md">
      <UnsavedInput when={Object.keys(changed).length > 0 && !busy} />
      <form onSubmit={tryAgain}>
        <Stack gap="sm">
          {problem && <ProblemAlert problem={problem} />}
          {elsewhere.map(({ field, message }) => (
            <Text key={`${field} ${message}`} size="sm" c="var(--mantine-color-red-text)">
              {field in fields ? `${fields[field]?.label}: ${message}` : message}
            </Text>
          ))}
          {shown.map(([field, column]) => {
            const label = fields[field]?.label ?? field;
            return (
              <TextInput
                key={field}
                label={label}
                description={column.toLowerCase() === label.toLowerCase() ? undefined : `Column “${column}”`}
                autoComplete="off"
                value={values[column] ?? ''}
                onChange={({ currentTarget: { value } }) => setValues({ ...values, [column]: value })}
                error={row.reasons.find((reason) => reason.field === field)?.message}
              />
            );
          })}
          <FormActions>
            <CancelButton onClick={onClose} disabled={busy}>
              Cancel
            </CancelButton>
            <Button type="submit" loading={busy}>
              {status === 'CHECKED' ? 'Check again' : 'Import again'}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}

function cellsOf({ cells }: JobRowSnapshot): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cells ?? {}).map(([column, value]) => [column, String(value ?? '')]),
  );
}
