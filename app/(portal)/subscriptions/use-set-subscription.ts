import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

/** Updates the page with a changed subscription. */
export function useSetSubscription() {
  const utils = trpc.useUtils();
  return (after: SubscriptionSnapshot) => void utils.subscription.get.setData({ id: after.id }, after);
}

/** Updates the page with a changed subscription and reloads what may depend on it. */
export function useAfterChange() {
  const utils = trpc.useUtils();
  const setSubscription = useSetSubscription();
  return {
    client: utils.client,
    finish: (after: SubscriptionSnapshot, message: string) => {
      setSubscription(after);
      void utils.invalidate();
      notify({ color: 'green', message });
    },
  };
}
