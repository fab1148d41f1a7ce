import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { type PortalCaller, portalBridge } from '@/server/api/bridge.ts';

/** Who is signed in; null for nobody. Asked once for each page. */
export const portalSession = cache(async () => portalBridge().session(await headers()));

/** The API as the signed-in person may use it, for server components; sends strangers to sign in. */
export const portalCaller = cache(async (): Promise<PortalCaller> => {
  const caller = await portalBridge().caller(await headers());
  return caller ?? redirect('/login');
});
