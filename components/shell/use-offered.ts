'use client';

import { may } from '@/server/contract/roles.ts';
import type { NavigationItem } from './navigation.ts';
import { useSession } from './session-context.tsx';

/** Whether an entry is offered to the role and the kind of provider. Without a permission it is for those who may read. */
export function useOffered(): (item: NavigationItem) => boolean {
  const session = useSession();
  return ({ permission = 'read', hiddenWith, sandboxOnly }) =>
    !(sandboxOnly && session.provider.livemode) &&
    may(session, permission) &&
    !(hiddenWith && may(session, hiddenWith));
}
