import { expect, test } from 'vitest';
import type { ClaimedDelivery, Endpoint } from './claim.ts';
import { createProviderQueue, type PrefetchedDelivery, prefetch, takeStartable } from './provider-queue.ts';

const deliveryOf = (eventId: string, failures = 0) =>
  ({ claimed: { eventId, failures } as ClaimedDelivery, endpoint: { id: 'whk_1' } as Endpoint }) as const;

/** A queue with these deliveries, prefetched one after the other. */
function queueOf(...deliveries: PrefetchedDelivery[]) {
  const queue = createProviderQueue('prov_1');
  for (const delivery of deliveries) prefetch(queue, delivery);
  return queue;
}

const taken = (
  queue: ReturnType<typeof queueOf>,
  mayStart: (eventId: string) => boolean,
  hasRetries: boolean,
) =>
  [...takeStartable(queue, 'whk_1', ({ claimed }) => mayStart(claimed.eventId), hasRetries)].map(
    ({ claimed }) => claimed.eventId,
  );

test('an earlier event that is claimed later starts first', () => {
  const queue = queueOf(deliveryOf('evt_2'), deliveryOf('evt_4'), deliveryOf('evt_1'), deliveryOf('evt_3'));
  expect(taken(queue, () => true, false)).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  expect(queue.prefetched.size).toBe(0);
});

test('a retry starts behind a new delivery that has no place, which keeps its turn', () => {
  const queue = queueOf(deliveryOf('evt_1'), deliveryOf('evt_2', 1), deliveryOf('evt_3'));
  expect(taken(queue, (id) => id === 'evt_2', true)).toEqual(['evt_2']);
  expect(taken(queue, () => true, false)).toEqual(['evt_1', 'evt_3']);
});
