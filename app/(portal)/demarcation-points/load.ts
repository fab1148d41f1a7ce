import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** The demarcation point of a page. */
export const readDemarcationPoint = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.demarcationPoint.get({ id }));
});
