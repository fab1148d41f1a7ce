import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** The mail of a page. */
export const readMail = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.mail.get({ id }));
});
