import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** The session of a page. */
export const readSession = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.networkSession.get({ id }));
});
