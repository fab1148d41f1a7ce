'use client';

import { Alert, Box, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import { type ApiProblem, splitReasons, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import {
  type ImportField,
  type ImportTypeName,
  importTypeOf,
} from '@/server/contract/portal/import-fields.ts';
import { scaleOf } from '@/server/contract/portal/import-mapping.ts';
import type { JobSnapshot } from '@/server/contract/portal/job.ts';
import classes from './import-mapping.module.css';

type Source = {
  system: string | null;
  columns: string[];
  mapping: Record<string, string>;
  defaults: Record<string, string>;
};

/** The column or the value of each field. A check runs every row dry, and folds the columns away from above its result. */
export function ImportMapping({ job, onChange }: { job: JobSnapshot; onChange: () => void }) {
  const { client } = trpc.useUtils();
  const source = job.source as Source;
  const type = job.action as ImportTypeName;
  const { fields } = importTypeOf(type);
  const [mapping, setMapping] = useState(source.mapping);
  const [defaults, setDefaults] = useState(source.defaults);
  const choices = JSON.stringify([mapping, withoutEmpty(defaults)]);
  const [checked, setChecked] = useState(choices);
  const [isPending, setIsPending] = useState(false);
  const isChecked = job.status === 'CHECKED';
  const [isOpen, setOpen] = useState(!isChecked);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const first = trpc.job.rows.useQuery({ id: job.id, limit: 1 });
  const cells = first.data?.data[0]?.cells ?? {};
  const { byField, general } = problem
    ? splitReasons(problem, (field) => field in fields)
    : { byField: {} as Record<string, string>, general: [] };

  const check = async () => {
    setIsPending(true);
    setProblem(null);
    try {
      await client.job.check.mutate(
        { id: job.id, mapping, defaults: withoutEmpty(defaults) },
        { context: { idempotencyKey: crypto.randomUUID() } },
      );
      setChecked(choices);
      setOpen(false);
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setIsPending(false);
    onChange();
  };

  return (
    <Box mb="lg">
      <UnsavedInput when={choices !== checked && !isPending} />
      <Panel
        title="Columns"
        actions={
          isChecked && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide columns' : 'Change columns'}
            </Button>
          )
        }
      >
        {isOpen ? (
          <Stack gap="md">
            {source.system && (
              <Alert variant="light" color="blue">
                This looks like an export of {source.system}. Its columns are chosen; look at them before you
                go on.
              </Alert>
            )}
            <div className={classes.fields}>
              {Object.entries(fields).map(([name, field]) => (
                <FieldSource
                  key={name}
                  field={field}
                  columns={source.columns}
                  column={mapping[name] ?? ''}
                  value={defaults[name] ?? ''}
                  example={exampleOf(cells[mapping[name] ?? ''], scaleOf(type, name, source.system))}
                  error={byField[name]}
                  onColumn={(column) => setMapping(withValue(mapping, name, column))}
                  onValue={(value) => setDefaults(withValue(defaults, name, value))}
                />
              ))}
            </div>
            {problem && (general.length > 0 || Object.keys(byField).length === 0) && (
              <ProblemAlert problem={problem} reasons={general} />
            )}
            <Group justify="flex-end">
              <Button
                variant={isChecked ? 'default' : 'filled'}
                leftSection={<IconFileCheck size={16} aria-hidden />}
                loading={isPending}
                onClick={check}
              >
                {isChecked ? 'Check again' : 'Check all rows'}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            {columnsText(mapping, source.columns)}
          </Text>
        )}
      </Panel>
    </Box>
  );
}

type FieldSourceProps = {
  field: ImportField;
  columns: string[];
  column: string;
  value: string;
  example: string | null;
  error?: string | undefined;
  onColumn: (column: string) => void;
  onValue: (value: string) => void;
};

/** The column of a field, and the value for rows without a cell in it. */
function FieldSource({ field, columns, column, value, example, error, onColumn, onValue }: FieldSourceProps) {
  return (
    <div className={classes.field}>
      <NativeSelect
        label={field.label}
        description={field.description}
        withAsterisk={field.required}
        value={column}
        onChange={(event) => onColumn(event.currentTarget.value)}
        data={[
          { value: '', label: 'Not in the file' },
          ...columns.map((each) => ({ value: each, label: each })),
        ]}
        error={error}
      />
      {column ? (
        <Text size="sm" c="dimmed" className={classes.example}>
          {example === null ? 'Empty in the first row' : `First row: ${example}`}
        </Text>
      ) : (
        <TextInput
          aria-label={`${field.label}: one value for all rows`}
          placeholder="One value for all rows"
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

function exampleOf(cell: unknown, scale: number): string | null {
  if (cell === undefined || cell === '') return null;
  return scale === 1 || Number.isNaN(Number(cell)) ? String(cell) : `${cell} → ${Number(cell) * scale}`;
}

/** `5 of 6 columns of the file are used. Not used: Plan.` */
function columnsText(mapping: Record<string, string>, columns: string[]): string {
  const used = new Set(Object.values(mapping));
  const unused = columns.filter((column) => !used.has(column));
  if (unused.length === 0) return 'All columns of the file are used.';
  return `${used.size} of ${columns.length} columns of the file are used. Not used: ${unused.join(', ')}.`;
}

function withValue(values: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _before, ...others } = values;
  return value === '' ? others : { ...others, [name]: value };
}

function withoutEmpty(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
