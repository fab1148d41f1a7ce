import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** The integration of a page. */
export const readIntegration = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.integration.get({ id }));
});

/** The inbound event of a page. */
export const readInboundEvent = cache(async (id: string, inboundId: string) => {
  const caller = await portalCaller();
  return found(caller.inboundEvent.get({ id, inboundId }));
});
