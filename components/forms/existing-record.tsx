'use client';

import { Text } from '@mantine/core';
import { TextLink } from '@/components/format/text-link.tsx';
import { hrefOfResult } from '@/components/shell/navigation.ts';
import type { ApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';

type ExistingRecordProps = { problem: ApiProblem; values: unknown };

/** A link to the record that already has the value of a form. */
export function ExistingRecord({ problem, values }: ExistingRecordProps) {
  const taken = problem.reasons.find(({ code }) => code === 'ALREADY_EXISTS');
  const value = taken && (values as Record<string, unknown> | null)?.[taken.field];
  const q = typeof value === 'string' ? value.trim() : '';
  const found = trpc.search.query.useQuery({ q }, { enabled: q.length >= 2 }).data?.results ?? [];
  const same = found.find(({ title, subtitle }) =>
    [title, ...subtitle.split(' · ')].some((text) => text.toLowerCase() === q.toLowerCase()),
  );
  const record = same ?? (found.length === 1 ? found[0] : undefined);
  if (!record) return null;
  return (
    <Text size="sm">
      <TextLink href={hrefOfResult(record)} underline="always">
        Open {record.title}
      </TextLink>
      , which has it already.
    </Text>
  );
}
