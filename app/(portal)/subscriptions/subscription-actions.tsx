import {
  IconArrowsExchange,
  IconArrowUpRight,
  IconCalendarTime,
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
import type { Opener } from '@/components/shell/use-dialog.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import {
  activationObstacle,
  canMigrateOut,
  hasEnded,
  hasNetworkCredentials,
  isCancellationPending,
  isPlanManagedExternally,
  isTerminal,
  lifecyclePhase,
  planRemovalObstacle,
} from '@/server/contract/subscription-rules.ts';
import { hasPendingPlan } from './has-pending-plan.ts';
import { obstacleText } from './obstacle-texts.ts';
import type { DialogKey } from './subscription-dialogs.tsx';

/** The actions of a subscription in its state. An action that is not possible has the reason. */
export function actionsOf(
  subscription: SubscriptionSnapshot,
  opens: (dialog: DialogKey) => Opener,
): DetailAction[] {
  const ended = obstacleText(hasEnded(subscription) ? 'ended' : null);
  const isToEnd = isCancellationPending(subscription);
  const entry = (
    key: DialogKey,
    label: string,
    icon: ReactNode,
    disabledBecause?: string,
    danger?: boolean,
  ): DetailAction => ({ key, label, icon, ...opens(key), disabledBecause, danger });
  return [
    entry(
      'plan',
      'Change plan',
      <IconArrowsExchange {...small} />,
      ended ?? (isPlanManagedExternally(subscription) ? 'Managed by an external system' : undefined),
    ),
    ...(isPlanManagedExternally(subscription) && hasPendingPlan(subscription)
      ? [entry('keepPlan', 'Withdraw plan change', <IconRotate {...small} />)]
      : []),
    ...(lifecyclePhase(subscription) === 'grace'
      ? [entry('promise', 'Promise to pay', <IconCalendarTime {...small} />)]
      : []),
    entry('overrides', 'Set overrides', <IconSettings {...small} />, ended),
    entry(
      'edit',
      'Edit demarcation point and reference',
      <IconPencil {...small} />,
      isTerminal(subscription) ? ended : undefined,
    ),
    entry(
      'activate',
      'Activate',
      <IconPlayerPlay {...small} />,
      obstacleText(activationObstacle(subscription, subscription.price.amount > 0)),
    ),
    entry(
      'rotate',
      'Rotate network password',
      <IconKey {...small} />,
      ended ?? (hasNetworkCredentials(subscription) ? undefined : 'No password before the first payment'),
    ),
    ...(isToEnd ? [entry('withdraw', 'Withdraw cancellation', <IconRotate {...small} />)] : []),
    entry(
      'remove',
      'Remove plan',
      <IconUnlink {...small} />,
      obstacleText(planRemovalObstacle(subscription, 'immediately')),
      true,
    ),
    entry(
      'migrate',
      'Migrate out',
      <IconArrowUpRight {...small} />,
      canMigrateOut(subscription) ? undefined : (ended ?? 'Was never in service'),
      true,
    ),
    entry(
      'cancel',
      'Cancel subscription',
      <IconX {...small} />,
      ended ?? (isToEnd ? 'Cancellation already pending' : undefined),
      true,
    ),
  ];
}

const small = { size: 16, 'aria-hidden': true } as const;
