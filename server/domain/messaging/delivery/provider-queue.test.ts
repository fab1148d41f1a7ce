import { describe, expect, test } from 'vitest';
import type { ClaimedDelivery, Endpoint } from './claim.ts';
import { createConcurrencyWindows } from './concurrency-window.ts';
import {
  claimLimits,
  countClaimed,
  createProviderQueue,
  type PrefetchedDelivery,
  prefetch,
  takeStartable,
} from './provider-queue.ts';

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

describe('the claims of a queue', () => {
  /** A queue of one webhook, and a claim that finds events as long as `due` has some. */
  function drained(due: string[]) {
    const queue = createProviderQueue('prov_1');
    queue.endpoints = new Map([['whk_1', { id: 'whk_1' } as Endpoint]]);
    const claim = () => {
      queue.claimAgain = false;
      const limits = claimLimits(queue, createConcurrencyWindows());
      const { first = 0, after = null } = limits.get('whk_1') ?? {};
      const found = due.filter((id) => after === null || id > after).slice(0, first);
      due.splice(0, due.length, ...due.filter((id) => !found.includes(id)));
      const claimed = found.map(
        (eventId) => ({ webhookId: 'whk_1', eventId, failures: 0 }) as ClaimedDelivery,
      );
      countClaimed(queue, limits, claimed);
      return { after, found };
    };
    return { queue, claim };
  }
  const events = (n: number) => Array.from({ length: n }, (_, i) => `evt_${String(i).padStart(4, '0')}`);

  test('continue behind the last one while the queue is drained', () => {
    const { claim } = drained(events(100));
    expect(claim().after).toBe(null);
    for (let last = claim(), n = 0; n < 5; n++) {
      const next = claim();
      expect(next.after).toBe(last.found.at(-1));
      last = next;
    }
  });

  test('look at the whole queue again at its end, and then find what came late', () => {
    const due = events(9);
    const { queue, claim } = drained(due);
    claim();
    due.push('evt_');
    for (let n = 0; n < 20 && !queue.claimAgain; n++) expect(claim().found).not.toContain('evt_');
    expect(claim()).toMatchObject({ after: null, found: ['evt_'] });
    expect(queue.claimAgain).toBe(false);
    expect(queue.mayHaveMore.size).toBe(0);
  });

  test('look at the whole queue now and then while it does not end', () => {
    const { claim } = drained(events(2_000));
    const whole = Array.from({ length: 200 }, claim).filter(({ after }) => after === null);
    expect(whole).toHaveLength(4);
  });
});
