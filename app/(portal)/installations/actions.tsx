import { IconCalendarEvent, IconCheck, IconReceiptOff, IconUser, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import type { Opener } from '@/components/shell/use-dialog.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { feeWaiverObstacle, isOpenInstallation } from '@/server/contract/installation-rules.ts';

export type InstallationAction = 'schedule' | 'assign' | 'done' | 'waive' | 'cancel';

/** The properties of every dialog about an installation. */
export type InstallationDialogProps = { installation: InstallationSnapshot; onClose: () => void };

/** The actions of an installation in its state. An action that is not possible has the reason. */
export function actionsOf(
  installation: InstallationSnapshot,
  opens: (action: InstallationAction) => Opener,
): DetailAction[] {
  const over = isOpenInstallation(installation)
    ? undefined
    : `It is ${humanize(installation.status).toLowerCase()}`;
  const waiverObstacle = feeWaiverObstacle(installation);
  const entry = (
    key: InstallationAction,
    label: string,
    icon: ReactNode,
    disabledBecause?: string,
    danger?: boolean,
  ): DetailAction => ({ key, label, icon, ...opens(key), disabledBecause, danger });
  return [
    entry(
      'schedule',
      installation.scheduledAt ? 'Reschedule' : 'Schedule',
      <IconCalendarEvent {...small} />,
      over,
    ),
    entry('assign', 'Edit details', <IconUser {...small} />, over),
    entry('done', 'Mark installed', <IconCheck {...small} />, over),
    entry(
      'waive',
      'Waive fee',
      <IconReceiptOff {...small} />,
      over ?? (waiverObstacle === null ? undefined : waiverObstacleTexts[waiverObstacle]),
    ),
    entry('cancel', 'Cancel installation', <IconX {...small} />, over, true),
  ];
}

/** Why the fee cannot be waived, as the action shows it. */
const waiverObstacleTexts = { free: 'No fee', settled: 'The fee is settled' };

const small = { size: 16, 'aria-hidden': true } as const;
