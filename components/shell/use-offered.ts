'use client';

import { may } from '@/server/contract/roles.ts';
import type { NavigationItem } from './navigation.ts';
import { useSession } from './session-context.tsx';

/** Leaves out what the role or the kind of provider has no use for. */
export function useOffered(): (item: NavigationItem) => boolean {
  const { role, provider } = useSession();
  return ({ permission, sandboxOnly }) =>
    !(sandboxOnly && provider.livemode) && (!permission || may(role, permission));
}
