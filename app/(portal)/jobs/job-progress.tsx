'use client';

import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { CorrelationId } from '@/components/format/correlation-id.tsx';
import type { JobSnapshot } from '@/server/contract/portal/job.ts';
import { progressText } from './labels.ts';

/** How far a job is, and what remains of it: the refused rows and all that it changed. */
export function JobProgress({ job }: { job: JobSnapshot }) {
  const { id, counts, correlationId } = job;
  const share = (n: number) => (100 * n) / Math.max(1, counts.total);
  return (
    <Stack gap={6} mb="lg">
      <Progress.Root size="lg">
        <Progress.Section value={share(counts.done)} color="green" aria-label="Done" />
        <Progress.Section value={share(counts.unchanged)} color="gray" aria-label="Unchanged" />
        <Progress.Section value={share(counts.refused)} color="red" aria-label="Refused" />
      </Progress.Root>
      <Group justify="space-between" gap="md">
        <Text size="sm" role="status" className="tabular">
          {progressText(job)}
        </Text>
        <Group gap="md">
          {counts.refused > 0 && (
            <Anchor href={`/api/rejects/${id}`} download size="sm">
              Download the refused rows
            </Anchor>
          )}
          <Text size="sm" c="dimmed" component="div">
            Correlation ID <CorrelationId id={correlationId} short />
          </Text>
        </Group>
      </Group>
    </Stack>
  );
}
