'use client';

import { IconCalendarEvent, IconUser, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { humanize } from '@/components/format/status-badge.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import { dryRunOf } from '@/components/trpc/use-dry-runs.ts';
import { formatTime } from '@/server/contract/format-time.ts';
import { isOpenInstallation } from '@/server/contract/installation-rules.ts';
import { kindNames } from './labels.ts';
import type { NamedInstallation } from './named-installation.ts';

const InstantInput = lazyPart(() => import('@/components/forms/instant-input.tsx'), 'InstantInput');
const TechnicianInput = lazyPart(() => import('./technician-input.tsx'), 'TechnicianInput');

/** The bulk actions of the list of installations. */
export function useBulkActions(): BulkAction<NamedInstallation>[] {
  const { client } = trpc.useUtils();
  const { timeZone } = useSession().provider;
  const [scheduledAt, setScheduledAt] = useState('');
  const [technician, setTechnician] = useState('');
  const name = technician.trim();
  const describe = (row: NamedInstallation) =>
    `${row.subscriberName ?? row.subscriberId}, ${kindNames[row.kind]}`;
  const at = scheduledAt && formatTime(scheduledAt, timeZone);
  return [
    {
      key: 'schedule',
      label: 'Schedule',
      icon: <IconCalendarEvent size={15} aria-hidden />,
      describe,
      inputs: <InstantInput label="Appointment" value={scheduledAt} onChange={setScheduledAt} />,
      ready: scheduledAt !== '',
      preview: (row) =>
        leftOut(row) ??
        (scheduledAt > row.windowEndsAt
          ? { skip: `the deadline is earlier, on ${formatTime(row.windowEndsAt, timeZone, 'day')}` }
          : {
              effect: row.scheduledAt
                ? `Moves from ${formatTime(row.scheduledAt, timeZone)}${at && ` to ${at}`}`
                : `First appointment${at && `: ${at}`}`,
            }),
      run: (row, call) => client.installation.update.mutate({ id: row.id, scheduledAt }, call),
    },
    {
      key: 'assign',
      label: 'Assign',
      icon: <IconUser size={15} aria-hidden />,
      describe,
      inputs: <TechnicianInput value={technician} onChange={setTechnician} />,
      ready: name !== '',
      preview: (row) =>
        leftOut(row) ??
        (name !== '' && row.technician === name
          ? { skip: `already assigned to ${name}` }
          : {
              effect: row.technician
                ? `Reassigned from ${row.technician} to ${name || '…'}`
                : `Assigned to ${name || '…'}`,
            }),
      run: (row, call) => client.installation.update.mutate({ id: row.id, technician: name }, call),
    },
    {
      key: 'cancel',
      label: 'Cancel',
      icon: <IconX size={15} aria-hidden />,
      danger: true,
      typeToConfirm: 'cancel',
      describe,
      preview: ({ id }) => ({ dryRun: dryRunOf('installation.cancel', { id }) }),
      run: (row, call) => client.installation.cancel.mutate({ id: row.id }, call),
    },
  ];
}

function leftOut(installation: NamedInstallation): { skip: string } | null {
  return isOpenInstallation(installation)
    ? null
    : { skip: `is ${humanize(installation.status).toLowerCase()}` };
}
