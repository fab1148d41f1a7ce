import { trpc } from '@/components/trpc/client.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

/** Shows a changed subscription on its page. */
export function useSetSubscription() {
  const utils = trpc.useUtils();
  return (after: SubscriptionSnapshot) => void utils.subscription.get.setData({ id: after.id }, after);
}
