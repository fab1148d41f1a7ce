import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** The charge of a page. */
export const readCharge = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.charge.find({ id }));
});
