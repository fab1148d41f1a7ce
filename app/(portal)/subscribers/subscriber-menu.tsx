'use client';

import {
  IconDownload,
  IconEraser,
  IconFileText,
  IconLink,
  IconMessage,
  IconPlayerPause,
  IconPlugConnectedX,
  IconReceipt,
  IconUserOff,
} from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import type { Opener } from '@/components/shell/use-dialog.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { isErased, isTerminated } from '@/server/contract/subscriber-rules.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { isInService } from '@/server/contract/subscription-rules.ts';
import type { SubscriberDialogName } from './subscriber-dialog.tsx';

type MenuProps = {
  subscriber: SubscriberSnapshot;
  subscriptions: SubscriptionSnapshot[];
  opens: (dialog: SubscriberDialogName) => Opener;
};

/** The actions on a subscriber that the role of the person allows, in the order of the menu. */
export function useSubscriberMenu({ subscriber, subscriptions, opens }: MenuProps): DetailAction[] {
  const router = useRouter();
  const erased = isErased(subscriber);
  const terminated = isTerminated(subscriber);
  const mayWrite = useCan('subscribers:write') && !erased;
  const mayCharge = useCan('charges:write') && !terminated;
  const mayEmail = useCan('emails:write');
  const mayExport = useCan('subscribers:export');
  const mayErase = useCan('subscribers:erase') && !erased;
  const over = terminated ? 'Already terminated' : undefined;
  const hasService = subscriptions.some(({ status }) => isInService(status));

  const all: (DetailAction | false)[] = [
    mayCharge && {
      key: 'charge',
      label: 'New charge',
      icon: <IconReceipt size={16} aria-hidden />,
      onClick: () => router.push(`/charges/new?subscriberId=${subscriber.id}`),
    },
    {
      key: 'statement',
      label: 'Statement of account',
      icon: <IconFileText size={16} aria-hidden />,
      ...opens('statement'),
    },
    mayEmail &&
      !terminated && {
        key: 'message',
        label: 'Send message',
        icon: <IconMessage size={16} aria-hidden />,
        ...opens('message'),
      },
    mayEmail &&
      !erased && {
        key: 'page-link',
        label: 'Customer’s page',
        icon: <IconLink size={16} aria-hidden />,
        ...opens('page-link'),
      },
    // The hold of a subscriber is lifted by a button of its own beside the menu.
    mayWrite &&
      !subscriber.hold && {
        key: 'suspend',
        label: 'Put on hold',
        icon: <IconPlayerPause size={16} aria-hidden />,
        ...opens('suspend'),
        disabledBecause: over,
      },
    mayWrite && {
      key: 'deactivate',
      label: 'Deactivate subscriptions',
      icon: <IconPlugConnectedX size={16} aria-hidden />,
      danger: true,
      ...opens('deactivate'),
      disabledBecause: over ?? (hasService ? undefined : 'No subscription is in service'),
    },
    mayWrite && {
      key: 'terminate',
      label: 'Terminate',
      icon: <IconUserOff size={16} aria-hidden />,
      danger: true,
      ...opens('terminate'),
      disabledBecause: over,
    },
    mayExport && {
      key: 'export',
      label: 'Export personal data',
      icon: <IconDownload size={16} aria-hidden />,
      onClick: () =>
        void import('./export-personal-data.ts').then((module) => module.exportPersonalData(subscriber)),
    },
    mayErase && {
      key: 'erase',
      label: 'Erase personal data',
      icon: <IconEraser size={16} aria-hidden />,
      danger: true,
      ...opens('erase'),
      disabledBecause: terminated ? undefined : 'Terminate the subscriber first',
    },
  ];
  return all.filter((entry) => entry !== false);
}
