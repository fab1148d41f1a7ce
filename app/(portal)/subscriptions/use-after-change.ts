import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

/** Updates the page with a changed subscription and reloads what may depend on it. */
export function useAfterChange(id: string) {
  const utils = trpc.useUtils();
  return {
    client: utils.client,
    keep: (after: SubscriptionSnapshot) => utils.subscription.get.setData({ id }, after),
    finish: (message: string) => {
      void utils.invalidate();
      notify({ color: 'green', message });
    },
  };
}
