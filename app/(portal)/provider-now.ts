import { cache } from 'react';
import { portalCaller, portalSession } from '../session.ts';

/** The provider's time as ISO 8601 in UTC: real time, or in a sandbox that of the test clock. */
export const readNow = cache(async (): Promise<string> => {
  const [caller, session] = await Promise.all([portalCaller(), portalSession()]);
  return session?.provider.livemode ? new Date().toISOString() : (await caller.testClock.get({})).now;
});
