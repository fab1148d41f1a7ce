import { IconCalendarEvent, IconCheck, IconReceiptOff, IconUser, IconX } from '@tabler/icons-react';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { dialogActions } from '@/components/detail/dialog-action.ts';
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
  const action = dialogActions(opens);
  return [
    action(
      'schedule',
      installation.scheduledAt ? 'Reschedule' : 'Schedule',
      <IconCalendarEvent {...small} />,
      { disabledBecause: over },
    ),
    action('assign', 'Edit details', <IconUser {...small} />, { disabledBecause: over }),
    action('done', 'Mark installed', <IconCheck {...small} />, { disabledBecause: over }),
    action('waive', 'Waive fee', <IconReceiptOff {...small} />, {
      disabledBecause: over ?? (waiverObstacle === null ? undefined : waiverObstacleTexts[waiverObstacle]),
    }),
    action('cancel', 'Cancel installation', <IconX {...small} />, { disabledBecause: over, danger: true }),
  ];
}

/** Why the fee cannot be waived, as the action shows it. */
const waiverObstacleTexts = { free: 'No fee', settled: 'The fee is settled' };

const small = { size: 16, 'aria-hidden': true } as const;
