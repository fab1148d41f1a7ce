import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientAddress } from '../client-address.ts';
import { Refusal } from '../contract/errors.ts';
import { createFairPlaces } from '../fair-places.ts';
import { log } from '../log.ts';
import { ownerOf } from '../networks.ts';
import { isTurnUsed, nextTurn } from '../turn.ts';
import { answerMade } from './answer-made.ts';
import { correlationIdOf } from './correlation-id.ts';
import { pathOf } from './path-of.ts';
import { sendRefusal } from './respond.ts';

type Choice = {
  /** Requests in work at a time, of all addresses. */
  places: number;
  /** Of one address. */
  ofAddress: number;
  /** The bits of an IPv6 address that are one owner, in place of 64. */
  bits?: number;
  /** How long an answer holds its place at most, in ms: one may wait for the database, or for the system of a partner. */
  holdMs?: number;
};

/** How long an answer holds its place by default, in ms. */
export const HOLD_MS = 100;

/** Of one address as many as there are connections to the database: more are no faster. */
const CALLS: Choice = { places: 200, ofAddress: 16 };

/** Requests that wait for a place, of all addresses. */
const WAITING = 2_000;

/** The place that the work of a request holds. */
const held = new AsyncLocalStorage<{ pause: (ms: number) => Promise<void> }>();

/**
 * Sleeps. The work of a request leaves its place meanwhile, and waits for one again: others would wait for its sleep.
 * @param ms the shortest time
 * @throws SERVICE_UNAVAILABLE where too many requests of the address wait for a place
 */
export async function sleepWithoutPlace(ms: number): Promise<void> {
  const place = held.getStore();
  await (place ? place.pause(ms) : sleep(ms));
}

/**
 * Places for requests before their session is known. An answer takes some ms of the thread, and the turns of others come between: without
 * places, 200 connections of one address are 200 answers before the next one of another. Bodies arrive before a place is taken,
 * so that slow ones hold none.
 */
export function createPlacesOfAddresses(choice: Choice = CALLS) {
  const { places: number, ofAddress, bits, holdMs = HOLD_MS } = choice;
  const places = createFairPlaces({ places: number, ofOwner: ofAddress, waiting: WAITING });

  /** @returns how to leave the place */
  function enter(owner: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      places.run(owner, () => new Promise<void>((leave) => resolve(leave))).catch(reject);
    });
  }

  /** @throws SERVICE_UNAVAILABLE where too many requests of the address wait */
  async function run<T>(req: IncomingMessage, work: () => Promise<T>): Promise<T> {
    const owner = ownerOf(clientAddress(req), bits);
    let leave = await enter(owner);
    const pause = async (ms: number) => {
      leave();
      await sleep(ms);
      leave = await enter(owner);
    };
    try {
      // The places of many addresses may become free in one turn.
      if (isTurnUsed()) await nextTurn();
      return await held.run({ pause }, work);
    } finally {
      // Otherwise refusals without a look-up would all be answered in one turn.
      await nextTurn();
      leave();
    }
  }

  /** Holds the place until the answer is made, or takes long. A client that went away while its request waited gets none. */
  async function answer(req: IncomingMessage, res: ServerResponse, work: () => unknown): Promise<void> {
    try {
      await run(req, async () => {
        if (res.closed) return;
        const made = answerMade(res);
        const worked = Promise.resolve(work()).catch((error) => {
          log.error({ err: error, path: pathOf(req.url) }, 'answer failed');
          res.destroy();
        });
        // Work may end only when its answer has been read, and is not over because its client has left.
        const over = made.then(() => (res.writableEnded || !res.closed ? undefined : worked));
        await Promise.race([over, sleep(holdMs, undefined, { ref: false })]);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendRefusal(res, error, correlationIdOf(req));
    }
  }

  return { run, answer };
}

export type PlacesOfAddresses = ReturnType<typeof createPlacesOfAddresses>;
