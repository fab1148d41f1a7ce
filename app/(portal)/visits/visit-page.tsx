'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconCash, IconCheck, IconNote, IconPlayerPlay } from '@tabler/icons-react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { notify } from '@/components/shell/notify.ts';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { isOpenInstallation } from '@/server/contract/installation-rules.ts';
import type { Visit } from '@/server/contract/portal/visit.ts';
import { kindNames, reasonOf } from '../installations/labels.ts';
import { Reach } from './reach.tsx';

const Dialogs = lazyPart(() => import('./visit-dialogs.tsx'), 'VisitDialogs');

/** One visit: where it is, what is to be done, and the buttons to begin and to finish it. */
export function VisitPage({ initial }: { initial: Visit }) {
  const { id } = initial;
  const utils = trpc.useUtils();
  const { data: visit } = trpc.visit.get.useQuery({ id }, { initialData: initial });
  const dialogs = useDialogs<'finish' | 'note'>();
  const show = (after: Visit) => {
    utils.visit.get.setData({ id }, after);
    void utils.visit.list.invalidate();
  };
  const start = trpc.visit.start.useMutation({
    onSuccess: (after) => {
      show(after);
      notify({ color: 'green', message: 'The visit has begun.' });
    },
    onError: (error: unknown) => notify({ color: 'red', message: toApiProblem(error).message }),
  });
  const { customer, kind, plan, status, scheduledAt, windowEndsAt, startedAt, installedAt } = visit;
  const { address, place, notes, serialNumber, macAddress, feeDue } = visit;
  const isToDo = isOpenInstallation(visit) && installedAt === null;
  return (
    <>
      <PageHeader
        title={customer}
        description={`${kindNames[kind]} · ${plan}`}
        parent={{ label: 'My visits', href: '/visits' }}
        badge={<StatusBadge status={status} reason={reasonOf(visit, null)} />}
      />
      <Stack gap="md">
        <Reach visit={visit} />
        {feeDue && (
          <Alert variant="light" color="yellow" icon={<IconCash size={18} aria-hidden />}>
            The fee of <MoneyText {...feeDue} /> is not paid. The installation is activated once it is.
          </Alert>
        )}
        {isOpenInstallation(visit) && (
          <Group gap="xs">
            {isToDo && startedAt === null && (
              <Button
                size="md"
                leftSection={<IconPlayerPlay size={18} aria-hidden />}
                loading={start.isPending}
                onClick={() => start.mutate({ id })}
              >
                Start
              </Button>
            )}
            {isToDo && (
              <Button
                size="md"
                variant={startedAt === null ? 'default' : 'filled'}
                leftSection={<IconCheck size={18} aria-hidden />}
                {...dialogs.opens('finish')}
              >
                Mark done
              </Button>
            )}
            <Button
              size="md"
              variant="default"
              leftSection={<IconNote size={18} aria-hidden />}
              {...dialogs.opens('note')}
            >
              Add note
            </Button>
          </Group>
        )}
        <Panel title="Visit">
          <PropertyList
            items={[
              {
                label: 'Appointment',
                value: scheduledAt ? <TimeText value={scheduledAt} /> : 'Not scheduled',
              },
              { label: 'Address', value: address },
              { label: 'Demarcation point', value: place },
              installedAt === null && {
                label: 'Deadline',
                value: <TimeText value={windowEndsAt} detail="day" />,
              },
              startedAt !== null && { label: 'Begun', value: <TimeText value={startedAt} /> },
              installedAt !== null && { label: 'Done', value: <TimeText value={installedAt} /> },
              { label: 'Router’s serial number', value: serialNumber },
              { label: 'Router’s MAC address', value: macAddress },
              {
                label: 'Notes',
                value: notes && (
                  <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{notes}</span>
                ),
                wide: true,
              },
            ]}
          />
        </Panel>
      </Stack>
      {dialogs.opened && (
        <Dialogs visit={visit} dialog={dialogs.opened} onDone={show} onClose={dialogs.close} />
      )}
    </>
  );
}
