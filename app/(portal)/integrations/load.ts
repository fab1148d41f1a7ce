import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** Reads the integration of a page, once per request. */
export const readIntegration = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.integration.get({ id }));
});

/** Reads the inbound event of a page, once per request. */
export const readInboundEvent = cache(async (id: string, inboundId: string) => {
  const caller = await portalCaller();
  return found(caller.inboundEvent.get({ id, inboundId }));
});
