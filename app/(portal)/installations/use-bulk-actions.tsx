'use client';

import { IconCalendarEvent, IconUser, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { type BulkAction, bulkAction } from '@/components/table/bulk-action.ts';

const InstantInput = lazyPart(() => import('@/components/forms/instant-input.tsx'), 'InstantInput');
const TechnicianInput = lazyPart(() => import('./technician-input.tsx'), 'TechnicianInput');

/** The bulk actions of the list of installations. */
export function useBulkActions(): BulkAction[] {
  const [scheduledAt, setScheduledAt] = useState('');
  const [technician, setTechnician] = useState('');
  const name = technician.trim();
  return [
    bulkAction('installations.schedule', {
      label: 'Schedule',
      icon: <IconCalendarEvent size={15} aria-hidden />,
      inputs: <InstantInput label="Appointment" value={scheduledAt} onChange={setScheduledAt} />,
      ready: scheduledAt !== '',
      options: { scheduledAt },
    }),
    bulkAction('installations.assign', {
      label: 'Assign',
      icon: <IconUser size={15} aria-hidden />,
      inputs: <TechnicianInput value={technician} onChange={setTechnician} />,
      ready: name !== '',
      options: { technician: name },
    }),
    bulkAction('installations.cancel', {
      label: 'Cancel',
      icon: <IconX size={15} aria-hidden />,
      danger: true,
      typeToConfirm: 'cancel',
    }),
  ];
}
