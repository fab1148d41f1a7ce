import { IconHistory, IconKey, IconPlayerPause, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { dialogActions } from '@/components/detail/dialog-action.ts';
import type { Opener } from '@/components/shell/use-dialog.ts';
import type { WebhookHealth } from '@/server/contract/portal/webhook.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';

export type WebhookAction = 'test' | 'replay' | 'resend' | 'rotate' | 'enable' | 'disable' | 'delete';

/** The properties of every dialog about a webhook. */
export type WebhookDialogProps = {
  webhook: WebhookSnapshot;
  health: WebhookHealth | undefined;
  onClose: () => void;
};

type Offered = {
  isActive: boolean;
  health: WebhookHealth | undefined;
  opens: (action: WebhookAction) => Opener;
};

/** The actions of a webhook in its state. An action that is not possible has the reason. */
export function webhookActions({ isActive, health, opens }: Offered): DetailAction[] {
  const unsent = (health?.failed ?? 0) + (health?.retrying ?? 0);
  const whileDisabled = isActive ? undefined : 'Enable it first';
  const action = dialogActions(opens);
  return [
    action('resend', 'Resend failed deliveries', <IconRefresh size={16} aria-hidden />, {
      disabledBecause: whileDisabled ?? (unsent === 0 ? 'No failed deliveries' : undefined),
    }),
    action('replay', 'Replay events', <IconHistory size={16} aria-hidden />, {
      disabledBecause: whileDisabled,
    }),
    action('rotate', 'Rotate secret', <IconKey size={16} aria-hidden />),
    ...(isActive
      ? [action('disable', 'Disable', <IconPlayerPause size={16} aria-hidden />, { danger: true })]
      : []),
    action('delete', 'Delete', <IconTrash size={16} aria-hidden />, { danger: true }),
  ];
}
