import { cache } from 'react';
import { portalSession } from '../session.ts';

/** The provider's time as ISO 8601 in UTC: real time, or in a sandbox that of the test clock. */
export const readNow = cache(async (): Promise<string> => {
  const session = await portalSession();
  return new Date(Date.now() + (session?.provider.clockOffsetMs ?? 0)).toISOString();
});
