'use client';

import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';

/** Updates the page with a changed installation and reloads what may depend on it. */
export function useAfterChange(id: string) {
  const utils = trpc.useUtils();
  return {
    client: utils.client,
    keep: (after: InstallationSnapshot) => utils.installation.get.setData({ id }, after),
    finish: (message: string) => {
      void utils.invalidate();
      notify({ color: 'green', message });
    },
  };
}

/** A request with at least one field besides the id; null while nothing differs. */
export function changedOrNull<R extends object>(request: R | null): R | null {
  return request && Object.keys(request).length > 1 ? request : null;
}
