'use client';

import { Button, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { notify } from '@/components/shell/notify.ts';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { AnnouncementSnapshot } from '@/server/contract/portal/announcement.ts';
import { RelatedEmails } from '../emails/related-emails.tsx';
import { audienceOf, badgeOf, isPaused, isSending, kindLabels, progressText } from './labels.ts';
import { announcementList } from './list.ts';

const ResolveDialog = lazyPart(() => import('./resolve-dialog.tsx'), 'ResolveDialog');

const POLL_MS = 2_000;

/** One announcement: its texts, how far its messages are, and of an outage whether it is over. */
export function AnnouncementPage({ initial }: { initial: AnnouncementSnapshot }) {
  const { id } = initial;
  const { data: announcement } = trpc.announcement.get.useQuery(
    { id },
    {
      initialData: initial,
      refetchInterval: ({ state: { data } }) => (data && isSending(data) ? POLL_MS : false),
    },
  );
  const resolving = useDialog();
  const mayWrite = useCan('emails:write');
  const { kind, resolvedAt } = announcement;
  const { status, label, tone } = badgeOf(announcement);
  return (
    <DetailPage
      list={announcementList}
      value={announcement}
      title={kindLabels[kind]}
      status={status}
      statusLabel={label}
      tone={tone}
      context={
        <Text size="sm" c="dimmed" component="span">
          by {announcement.staffName}, <TimeText value={announcement.createdAt} />
        </Text>
      }
      primary={
        mayWrite && (
          <>
            <PauseButton announcement={announcement} />
            {kind === 'OUTAGE' && resolvedAt === null && (
              <Button leftSection={<IconCircleCheck size={16} aria-hidden />} {...resolving.opener}>
                Outage is over
              </Button>
            )}
          </>
        )
      }
      overview={() => (
        <DetailColumns
          main={
            <>
              <Messages announcement={announcement} />
              <RelatedEmails filters={{ announcementId: id }} />
            </>
          }
          side={<Facts announcement={announcement} />}
        />
      )}
      timeline={null}
    >
      {resolving.isOpen && <ResolveDialog announcement={announcement} onClose={resolving.close} />}
    </DetailPage>
  );
}

function PauseButton({ announcement }: { announcement: AnnouncementSnapshot }) {
  const utils = trpc.useUtils();
  const [isPending, setPending] = useState(false);
  const paused = isPaused(announcement);
  if (!paused && !isSending(announcement)) return null;
  const run = async () => {
    setPending(true);
    const { id } = announcement;
    const change = utils.client.announcement[paused ? 'resume' : 'pause'];
    try {
      const changed = await change.mutate({ id }, { context: { idempotencyKey: crypto.randomUUID() } });
      utils.announcement.get.setData({ id }, changed);
    } catch (error) {
      notify({ color: 'red', message: toApiProblem(error).message });
      await utils.announcement.get.invalidate({ id });
    }
    setPending(false);
  };
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden />} loading={isPending} onClick={run}>
      {paused ? 'Resume' : 'Pause'}
    </Button>
  );
}

function Messages({ announcement }: { announcement: AnnouncementSnapshot }) {
  const { subject, email, sms, pageText, messages, job } = announcement;
  const all = Object.values(messages).reduce((sum, each) => sum + each, 0);
  const waiting = (messages.QUEUED ?? 0) + (job?.pending ?? 0);
  const total = all + (job?.pending ?? 0) + (job?.refused ?? 0);
  const texts = [
    ['SMS', sms],
    ['Email', email && `${subject}\n\n${email}`],
    ['On the customers’ pages', pageText],
  ] as const;
  return (
    <Panel title="Text and progress">
      <Stack gap="md">
        {total > 0 && <Progress value={(100 * (total - waiting)) / total} aria-label="Progress" />}
        <Text size="sm" role="status">
          {progressText(announcement)}
        </Text>
        {texts.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <Text size="sm" c="dimmed">
                  {label}
                </Text>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
                  {text}
                </Text>
              </div>
            ),
        )}
      </Stack>
    </Panel>
  );
}

function Facts({ announcement }: { announcement: AnnouncementSnapshot }) {
  const { readers, job, outageId, pausedAt, resolvedAt } = announcement;
  const audience = audienceOf(announcement);
  return (
    <Panel title="Details">
      <PropertyList
        items={[
          { label: 'People', value: readers.toLocaleString('en') },
          {
            label: 'Chosen from',
            wide: true,
            value: audience.href ? <TextLink href={audience.href}>{audience.text}</TextLink> : audience.text,
          },
          job !== null && {
            label: 'Job',
            value: <TextLink href={`/jobs/${job.id}`}>Outcome of each row</TextLink>,
          },
          outageId !== null && {
            label: 'Outage',
            value: <TextLink href={`/announcements/${outageId}`}>Show</TextLink>,
          },
          pausedAt !== null && { label: 'Paused', value: <TimeText value={pausedAt} /> },
          resolvedAt !== null && { label: 'Over', value: <TimeText value={resolvedAt} /> },
        ]}
      />
    </Panel>
  );
}
