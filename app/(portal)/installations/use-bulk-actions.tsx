'use client';

import { IconCalendarEvent, IconUser, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import { appointmentAt } from './appointment-at.ts';
import { kindNames } from './labels.ts';
import type { NamedInstallation } from './named-installation.ts';

const InstantInput = lazyPart(() => import('@/components/forms/instant-input.tsx'), 'InstantInput');
const TechnicianInput = lazyPart(() => import('./technician-input.tsx'), 'TechnicianInput');

/** The bulk actions of the list of installations. */
export function useBulkActions(): BulkAction<NamedInstallation>[] {
  const [scheduledAt, setScheduledAt] = useState('');
  const [technician, setTechnician] = useState('');
  const name = technician.trim();
  return [
    {
      key: 'schedule',
      label: 'Schedule',
      icon: <IconCalendarEvent size={15} aria-hidden />,
      describe,
      inputs: <InstantInput label="Appointment" value={scheduledAt} onChange={setScheduledAt} />,
      ready: scheduledAt !== '',
      operation: ({ id, windowEndsAt }) =>
        operationOf('installation.update', { id, ...appointmentAt(scheduledAt, windowEndsAt) }),
    },
    {
      key: 'assign',
      label: 'Assign',
      icon: <IconUser size={15} aria-hidden />,
      describe,
      inputs: <TechnicianInput value={technician} onChange={setTechnician} />,
      ready: name !== '',
      operation: ({ id }) => operationOf('installation.update', { id, technician: name }),
    },
    {
      key: 'cancel',
      label: 'Cancel',
      icon: <IconX size={15} aria-hidden />,
      danger: true,
      typeToConfirm: 'cancel',
      describe,
      operation: ({ id }) => operationOf('installation.cancel', { id }),
    },
  ];
}

function describe(row: NamedInstallation): string {
  return `${row.subscriberName ?? row.subscriberId}, ${kindNames[row.kind]}`;
}
