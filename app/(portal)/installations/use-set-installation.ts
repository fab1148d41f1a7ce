'use client';

import { trpc } from '@/components/trpc/client.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';

/** Shows a changed installation on its page. */
export function useSetInstallation() {
  const utils = trpc.useUtils();
  return (after: InstallationSnapshot) => void utils.installation.get.setData({ id: after.id }, after);
}
