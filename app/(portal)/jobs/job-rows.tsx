'use client';

import { Button, Group, Pagination, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect } from 'react';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { hrefOfResource } from '@/components/shell/navigation.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import type { Tone } from '@/components/theme/colors.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { JobRowSnapshot, JobSnapshot } from '@/server/contract/portal/job.ts';
import { isAtWork, type RowOutcome, rowOutcomes } from '@/server/contract/portal/job-values.ts';
import { prefixes, type ResourceName } from '@/server/contract/resource-names.ts';
import { rowReasonText } from '@/server/contract/texts/row-reason.ts';
import classes from './job-rows.module.css';
import { isStatement, outcomeLabel } from './labels.ts';

const CorrectRow = lazyPart(() => import('./correct-row.tsx'), 'CorrectRow');

/** Whether refused rows of a job can be corrected here. */
function isCorrectable(job: JobSnapshot): boolean {
  return (
    job.kind === 'import' && !isStatement(job) && (job.status === 'CHECKED' || job.status === 'COMPLETED')
  );
}

const PAGE = 50;
const POLL_MS = 2_000;

const parsers = {
  outcome: parseAsStringLiteral(rowOutcomes),
  page: parseAsInteger.withDefault(1),
};

const countOf: Record<RowOutcome, keyof JobSnapshot['counts']> = {
  PENDING: 'pending',
  DONE: 'done',
  UNCHANGED: 'unchanged',
  REFUSED: 'refused',
};

/** The rows of a job with the outcome of each. They are read again while the job runs and while something waits to be sent. */
export function JobRows({ job }: { job: JobSnapshot }) {
  const { id, status, counts } = job;
  const [{ outcome, page }, set] = useQueryStates(parsers);
  const query = trpc.job.rows.useQuery(
    { id, page, limit: PAGE, ...(outcome && { outcome }) },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        isAtWork(status) || data?.data.some(isWaiting) ? POLL_MS : false,
    },
  );
  const { data, refetch } = query;
  const correction = useDialogs<JobRowSnapshot>();
  // The last rows of a pass end after the last poll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the status is what ends a pass
  useEffect(() => void refetch(), [status, refetch]);
  const shown = rowOutcomes.filter((each) => counts[countOf[each]] > 0 || each === outcome);
  return (
    <Stack gap="sm">
      <Group gap={6} role="group" aria-label="Outcome">
        <Button
          size="compact-sm"
          variant={outcome ? 'default' : 'light'}
          aria-pressed={!outcome}
          onClick={() => set({ outcome: null, page: null })}
        >
          All {count(counts.total)}
        </Button>
        {shown.map((each) => (
          <Button
            key={each}
            size="compact-sm"
            variant={outcome === each ? 'light' : 'default'}
            aria-pressed={outcome === each}
            onClick={() => set({ outcome: each, page: null })}
          >
            {outcomeLabel(job, each)} {count(counts[countOf[each]])}
          </Button>
        ))}
      </Group>
      {job.kind === 'import' && (
        <Text size="sm" c="dimmed">
          Row 1 is the first row below the header. Empty rows are not counted.{leftOutText(job)}
        </Text>
      )}
      {query.error ? (
        <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />
      ) : !data ? (
        <Skeleton h={320} />
      ) : data.data.length === 0 ? (
        <Text c="dimmed">No row has this outcome.</Text>
      ) : (
        <ol className={classes.list}>
          {data.data.map((row) => (
            <li key={row.id} className={classes.row}>
              <span className={classes.position}>{row.position}</span>
              <span className={classes.name}>
                <RowName row={row} />
              </span>
              <span className={classes.outcome}>
                <RowOutcomeText row={row} job={job} />
                {isCorrectable(job) && row.outcome === 'REFUSED' && (
                  <Button size="compact-sm" variant="default" mt={4} {...correction.opens(row)}>
                    Correct row {row.position}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {correction.opened && <CorrectRow job={job} row={correction.opened} onClose={correction.close} />}
      {data && data.meta.totalPages > 1 && (
        <Pagination
          size="sm"
          total={data.meta.totalPages}
          value={page}
          onChange={(next) => set({ page: next })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? 'Next page' : 'Previous page',
          })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Stack>
  );
}

const count = new Intl.NumberFormat('en').format;

/** How many lines of a statement are no payments of customers. */
function leftOutText({ source }: JobSnapshot): string {
  const { leftOut } = source as { leftOut?: number };
  if (!leftOut) return '';
  const lines = leftOut === 1 ? '1 line is' : `${count(leftOut)} lines are`;
  return ` ${lines} left out: charges, money out, and payments that were not completed.`;
}

function RowName({ row: { name, resourceId, webhookId } }: { row: JobRowSnapshot }) {
  const href = webhookId
    ? `/developers/webhooks/${webhookId}/deliveries/${resourceId}`
    : resourceId && hrefOfId(resourceId);
  return href ? <TextLink href={href}>{name}</TextLink> : name;
}

/** The page of a resource, by its id. */
function hrefOfId(id: string): string | null {
  const prefix = id.slice(0, id.indexOf('_'));
  const [type] =
    (Object.entries(prefixes) as [ResourceName, string][]).find(([, own]) => own === prefix) ?? [];
  return type ? hrefOfResource(type, id) : null;
}

/** Statuses of emails and deliveries of which the end is not known. */
const waiting = new Set(['QUEUED', 'PENDING']);
const failed = new Set(['FAILED', 'DROPPED']);

function isWaiting({ sent }: JobRowSnapshot): boolean {
  return sent !== null && waiting.has(sent.status);
}

const outcomeTones: Record<RowOutcome, Tone> = {
  PENDING: 'gray',
  DONE: 'green',
  UNCHANGED: 'gray',
  REFUSED: 'red',
};

/** The outcome of a row. What was queued is "queued again" until it is known whether it arrived. */
function RowOutcomeText({ row, job }: { row: JobRowSnapshot; job: JobSnapshot }) {
  const { outcome, reasons, sent } = row;
  if (sent) {
    const { status, error } = sent;
    const tone = waiting.has(status) ? 'blue' : failed.has(status) ? 'red' : 'green';
    const label = waiting.has(status) ? 'Queued' : undefined;
    return <StatusBadge status={status} label={label} tone={tone} reason={error} />;
  }
  return (
    <>
      <StatusBadge status={outcome} label={outcomeLabel(job, outcome)} tone={outcomeTones[outcome]} />
      {reasons.map((reason) => (
        <Text key={`${reason.field} ${reason.message}`} size="sm" c="dimmed">
          {rowReasonText(job, row.cells, reason)}
        </Text>
      ))}
    </>
  );
}
