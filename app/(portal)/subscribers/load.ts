import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** The subscriber of a page. */
export const readSubscriber = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.subscriber.get({ id }));
});
