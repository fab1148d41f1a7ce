import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { type PortalCaller, portalBridge } from '@/server/api/bridge.ts';

/** The page that changes the password. */
export const CHANGE_PASSWORD_PAGE = '/change-password';

/** The session of the signed-in person, or null. Read once for each page. */
export const portalSession = cache(async () => portalBridge().session(await headers()));

/**
 * The API with the permissions of the signed-in person, for server components. Redirects others to sign in, and
 * people with a generated password to change it.
 */
export const portalCaller = cache(async (): Promise<PortalCaller> => {
  const caller = await portalBridge().caller(await headers());
  return caller ?? redirect((await portalSession()) ? CHANGE_PASSWORD_PAGE : '/login');
});
