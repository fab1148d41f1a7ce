'use client';

import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';

/** Updates the page with a changed installation. */
export function useSetInstallation() {
  const utils = trpc.useUtils();
  return (after: InstallationSnapshot) => void utils.installation.get.setData({ id: after.id }, after);
}

/** Updates the page with a changed installation and reloads what may depend on it. */
export function useAfterChange() {
  const utils = trpc.useUtils();
  const setInstallation = useSetInstallation();
  return {
    client: utils.client,
    finish: (after: InstallationSnapshot, message: string) => {
      setInstallation(after);
      void utils.invalidate();
      notify({ color: 'green', message });
    },
  };
}
