import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** The invoice of a page. */
export const readInvoice = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.invoice.get({ id }));
});
