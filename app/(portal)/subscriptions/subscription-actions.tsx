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
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { dialogActions } from '@/components/detail/dialog-action.ts';
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
  const action = dialogActions(opens);
  return [
    action('plan', 'Change plan', <IconArrowsExchange {...small} />, {
      disabledBecause:
        ended ?? (isPlanManagedExternally(subscription) ? 'Managed by an external system' : undefined),
    }),
    ...(isPlanManagedExternally(subscription) && hasPendingPlan(subscription)
      ? [action('keepPlan', 'Withdraw plan change', <IconRotate {...small} />)]
      : []),
    ...(lifecyclePhase(subscription) === 'grace'
      ? [action('promise', 'Promise to pay', <IconCalendarTime {...small} />)]
      : []),
    action('overrides', 'Set overrides', <IconSettings {...small} />, { disabledBecause: ended }),
    action('edit', 'Edit demarcation point and reference', <IconPencil {...small} />, {
      disabledBecause: isTerminal(subscription) ? ended : undefined,
    }),
    action('activate', 'Activate', <IconPlayerPlay {...small} />, {
      disabledBecause: obstacleText(activationObstacle(subscription, subscription.price.amount > 0)),
    }),
    action('rotate', 'Rotate network password', <IconKey {...small} />, {
      disabledBecause:
        ended ?? (hasNetworkCredentials(subscription) ? undefined : 'No password before the first payment'),
    }),
    ...(isToEnd ? [action('withdraw', 'Withdraw cancellation', <IconRotate {...small} />)] : []),
    action('remove', 'Remove plan', <IconUnlink {...small} />, {
      disabledBecause: obstacleText(planRemovalObstacle(subscription, 'immediately')),
      danger: true,
    }),
    action('migrate', 'Migrate out', <IconArrowUpRight {...small} />, {
      disabledBecause: canMigrateOut(subscription) ? undefined : (ended ?? 'Was never in service'),
      danger: true,
    }),
    action('cancel', 'Cancel subscription', <IconX {...small} />, {
      disabledBecause: ended ?? (isToEnd ? 'Cancellation already pending' : undefined),
      danger: true,
    }),
  ];
}

const small = { size: 16, 'aria-hidden': true } as const;
