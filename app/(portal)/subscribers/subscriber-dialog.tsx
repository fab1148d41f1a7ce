'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import type { SubscriberAction } from './subscriber-actions.tsx';

const AnnounceDialog = lazyPart(() => import('../announcements/announce-dialog.tsx'), 'AnnounceDialog');
const PageLinkDialog = lazyPart(() => import('./page-link-dialog.tsx'), 'PageLinkDialog');
const StatementDialog = lazyPart(() => import('./statement-dialog.tsx'), 'StatementDialog');
const SubscriberActions = lazyPart(() => import('./subscriber-actions.tsx'), 'SubscriberActions');

export type SubscriberDialogName = 'statement' | 'message' | 'page-link' | SubscriberAction;

type SubscriberDialogProps = {
  name: SubscriberDialogName;
  subscriber: SubscriberSnapshot;
  subscriptions: SubscriptionSnapshot[];
  /** The currency of what is owed. */
  currency: string;
  nameOf: (subscription: SubscriptionSnapshot) => string;
  onClose: () => void;
};

/** The dialog that an entry of the menu opens. */
export function SubscriberDialog(props: SubscriberDialogProps) {
  const { name, subscriber, subscriptions, currency, nameOf, onClose } = props;
  const { id } = subscriber;
  if (name === 'statement') {
    const currencies = new Set([currency, ...subscriptions.map(({ price }) => price.currency)]);
    return <StatementDialog subscriberId={id} currencies={[...currencies]} onClose={onClose} />;
  }
  if (name === 'message') {
    const target = { filter: {}, ids: [id], total: 1 };
    return <AnnounceDialog list="subscribers" target={target} onDone={() => undefined} onClose={onClose} />;
  }
  if (name === 'page-link') return <PageLinkDialog id={id} onClose={onClose} />;
  return (
    <SubscriberActions
      action={name}
      subscriber={subscriber}
      subscriptions={subscriptions}
      nameOf={nameOf}
      onClose={onClose}
    />
  );
}
