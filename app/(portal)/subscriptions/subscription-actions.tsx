import {
  IconArrowsExchange,
  IconArrowUpRight,
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconRotate,
  IconSettings,
  IconUnlink,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { hasEnded, isInService } from '@/server/contract/subscription-rules.ts';
import type { DialogKey } from './subscription-dialogs.tsx';

/** The actions of a subscription in its state. An action that is not possible has the reason. */
export function actionsOf(
  subscription: SubscriptionSnapshot,
  open: (dialog: DialogKey) => void,
): DetailAction[] {
  const { status, cancelAt, isExternal, radiusUsername, price } = subscription;
  const ended = hasEnded(subscription) ? 'Already ended' : undefined;
  const inService = isInService(status);
  const scheduledEnd = cancelAt !== null && inService ? 'Withdraw the cancellation first' : undefined;
  const entry = (
    key: DialogKey,
    label: string,
    icon: ReactNode,
    disabledBecause?: string,
    danger?: boolean,
  ): DetailAction => ({ key, label, icon, onClick: () => open(key), disabledBecause, danger });
  const managedElsewhere = isExternal && inService ? 'Managed by an external system' : undefined;
  const startedElsewhere =
    isExternal && status === 'INACTIVE' ? 'Reactivated by the external system' : undefined;
  const startedByPayment =
    status === 'PENDING' && price.amount > 0 ? 'Started by the first payment' : undefined;
  return [
    entry(
      'plan',
      'Change plan',
      <IconArrowsExchange {...small} />,
      ended ?? scheduledEnd ?? managedElsewhere,
    ),
    entry('overrides', 'Set overrides', <IconSettings {...small} />, ended ?? scheduledEnd),
    entry('edit', 'Edit demarcation point and reference', <IconPencil {...small} />, ended),
    entry(
      'activate',
      'Activate',
      <IconPlayerPlay {...small} />,
      ended ?? (inService ? 'Already in service' : (startedByPayment ?? startedElsewhere)),
    ),
    entry(
      'rotate',
      'Rotate network password',
      <IconKey {...small} />,
      ended ?? (radiusUsername ? undefined : 'No password before the first payment'),
    ),
    ...(scheduledEnd ? [entry('withdraw', 'Withdraw cancellation', <IconRotate {...small} />)] : []),
    entry(
      'remove',
      'Remove plan',
      <IconUnlink {...small} />,
      ended ?? (inService ? undefined : 'Only while in service'),
      true,
    ),
    entry(
      'migrate',
      'Migrate out',
      <IconArrowUpRight {...small} />,
      ended ?? (status === 'PENDING' ? 'Was never in service' : undefined),
      true,
    ),
    entry(
      'cancel',
      'Cancel subscription',
      <IconX {...small} />,
      ended ?? (scheduledEnd && 'Cancellation already scheduled'),
      true,
    ),
  ];
}

const small = { size: 16, 'aria-hidden': true } as const;
