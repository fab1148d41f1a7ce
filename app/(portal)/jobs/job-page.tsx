'use client';

import { Button, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { auditTab } from '@/components/detail/audit-tab.tsx';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { PageTabs } from '@/components/detail/page-tabs.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { notify } from '@/components/shell/notify.ts';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { listPath, listTitle } from '@/components/table/list-definition.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { JobSnapshot } from '@/server/contract/portal/job.ts';
import { isDeletable } from '@/server/contract/portal/job-rules.ts';
import { isAtWork } from '@/server/contract/portal/job-values.ts';
import { actorWithEmail } from '@/server/contract/texts/actor-text.ts';
import { ImportMapping } from './import-mapping.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobRows } from './job-rows.tsx';
import { isStatement, jobStatusLabels, jobStatusTones, jobTitle } from './labels.ts';
import { jobList } from './list.ts';

const DeleteJobDialog = lazyPart(() => import('./delete-job-dialog.tsx'), 'DeleteJobDialog');

const POLL_MS = 1_000;

/** One job: its progress, as the server has it, and the outcome of each row. */
export function JobPage({ initial }: { initial: JobSnapshot }) {
  const { id } = initial;
  const query = trpc.job.get.useQuery(
    { id },
    {
      initialData: initial,
      refetchInterval: ({ state: { data } }) => (data && isAtWork(data.status) ? POLL_MS : false),
    },
  );
  const deletion = useDialog();
  const job = query.data ?? initial;
  const { kind, status, createdAt, stopReason } = job;
  const runsAs = nameOf(job.staffName, job.staffEmail);
  const creator = job.creatorName === null ? runsAs : nameOf(job.creatorName, job.creatorEmail);
  return (
    <>
      <DetailHeader
        title={jobTitle(job)}
        id={id}
        parent={{ label: listTitle(jobList), href: listPath(jobList) }}
        status={status}
        statusLabel={jobStatusLabels[status]}
        tone={jobStatusTones[status]}
        reason={stopReason}
        context={
          <Text size="sm" c="dimmed" component="span">
            {'fileName' in job.source && `${job.source.fileName}, `}
            {'announcementId' in job.source && (
              <>
                <TextLink href={`/announcements/${job.source.announcementId}`}>Announcement</TextLink>,{' '}
              </>
            )}
            {kind === 'import' ? 'uploaded' : 'started'} by {creator}, <TimeText value={createdAt} />
            {runsAs !== creator && `, runs as ${runsAs}`}
          </Text>
        }
        primary={<JobActions job={job} onChange={() => query.refetch()} />}
        actions={
          isDeletable(job)
            ? [
                {
                  key: 'delete',
                  label: 'Delete',
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  ...deletion.opener,
                },
              ]
            : []
        }
      />
      {deletion.isOpen && <DeleteJobDialog job={job} onClose={deletion.close} />}
      {isMappable(job) && <ImportMapping job={job} onChange={() => query.refetch()} />}
      {status !== 'DRAFT' && <JobProgress job={job} />}
      {status !== 'DRAFT' && (
        <PageTabs
          label="Parts of the job"
          tabs={[{ key: 'rows', label: 'Rows', render: () => <JobRows job={job} /> }, auditTab(id)]}
        />
      )}
    </>
  );
}

const nameOf = (name: string, email: string | null) => actorWithEmail({ type: 'staff', name, email });

/** Whether the columns of an import can still be chosen. */
function isMappable(job: JobSnapshot): boolean {
  const { kind, status } = job;
  return kind === 'import' && (status === 'DRAFT' || (status === 'CHECKED' && !isStatement(job)));
}

/** Stop, resume and the start of a checked import. */
function JobActions({ job, onChange }: { job: JobSnapshot; onChange: () => void }) {
  const { client } = trpc.useUtils();
  const [isPending, setIsPending] = useState(false);
  const run = async (change: 'start' | 'stop' | 'resume' | 'correct') => {
    setIsPending(true);
    try {
      await client.job[change].mutate({ id: job.id }, { context: { idempotencyKey: crypto.randomUUID() } });
    } catch (error) {
      notify({ color: 'red', message: toApiProblem(error).message });
    }
    setIsPending(false);
    onChange();
  };
  if (isAtWork(job.status)) {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        loading={isPending}
        onClick={() => run('stop')}
      >
        Stop
      </Button>
    );
  }
  if (job.status === 'CHECKED') {
    const { done } = job.counts;
    return (
      <Button
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={isPending}
        disabled={done === 0}
        onClick={() => run('start')}
      >
        {isStatement(job) ? 'Record' : 'Import'} {done.toLocaleString('en')}{' '}
        {isStatement(job) ? (done === 1 ? 'payment' : 'payments') : done === 1 ? 'row' : 'rows'}
      </Button>
    );
  }
  if (job.status === 'COMPLETED' && job.kind === 'import' && job.counts.refused > 0) {
    return (
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isPending}
        onClick={() => run('correct')}
      >
        Try the refused rows again
      </Button>
    );
  }
  if (job.status !== 'STOPPED') return null;
  return (
    <Button
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={isPending}
      onClick={() => run('resume')}
    >
      Resume
    </Button>
  );
}
