'use client';

import { may } from '@/server/contract/roles.ts';
import type { NavigationItem } from './navigation.ts';
import { useSession } from './session-context.tsx';

/** Whether an entry is offered to the role and the kind of provider. */
export function useOffered(): (item: NavigationItem) => boolean {
  const session = useSession();
  return ({ permission, sandboxOnly }) =>
    !(sandboxOnly && session.provider.livemode) && (!permission || may(session, permission));
}
