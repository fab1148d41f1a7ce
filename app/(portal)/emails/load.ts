import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

export const readEmail = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.email.get({ id }));
});
