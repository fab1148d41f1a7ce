import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

/** The properties of every dialog of a subscription's page. */
export type DialogProps = {
  subscription: SubscriptionSnapshot;
  /** The names of the resources that it refers to, by id. */
  names: Record<string, string>;
  onClose: () => void;
};
