import { cache } from 'react';
import { found } from '../../../found.ts';
import { portalCaller } from '../../../session.ts';

/** The webhook of a page, with how it is doing. */
export const readWebhook = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.webhook.get({ id }));
});

export const readHealth = cache(async () => (await portalCaller()).webhook.health());

/** One delivery with what it sends. */
export const readDelivery = cache(async (id: string, deliveryId: string) => {
  const caller = await portalCaller();
  const [delivery, request] = await Promise.all([
    found(caller.delivery.get({ id, deliveryId })),
    found(caller.delivery.request({ id, deliveryId })),
  ]);
  return { delivery, request };
});
