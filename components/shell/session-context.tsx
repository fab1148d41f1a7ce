'use client';

import { createContext, type ReactNode, use } from 'react';
import { may, type Permission } from '@/server/contract/roles.ts';
import type { PortalSession } from './session.ts';

const SessionContext = createContext<PortalSession | null>(null);

export function SessionProvider({ session, children }: { session: PortalSession; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The signed-in staff member and the selected provider. @throws outside of the portal's layout */
export function useSession(): PortalSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is used outside of the portal layout');
  return session;
}

/** Whether to offer an action. The server checks the permission itself; this avoids a refusal. */
export function useCan(permission: Permission): boolean {
  return may(useSession(), permission);
}
