import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

/** What every dialog of a subscription's page is given. */
export type DialogProps = {
  subscription: SubscriptionSnapshot;
  /** Names by id of what it refers to. */
  names: Record<string, string>;
  onClose: () => void;
};
