import { cache } from 'react';
import { found } from '../../../found.ts';
import { portalCaller } from '../../../session.ts';

/** The event of a page. */
export const readEvent = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.event.get({ id }));
});
