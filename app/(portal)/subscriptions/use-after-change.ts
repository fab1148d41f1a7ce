import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

/** Takes a changed subscription over into the page, and what may follow from it is asked for again. */
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
