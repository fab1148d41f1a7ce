import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { Refusal } from '../contract/errors.ts';
import { createFairPlaces } from '../fair-places.ts';
import { ownerOf } from '../networks.ts';
import { nextTurn } from '../turn.ts';
import { correlationIdOf } from './correlation-id.ts';
import { sendRefusal } from './respond.ts';

/** Requests of one address in work at a time. More than there are connections to the database are no faster. */
const OF_ADDRESS = 16;

/** Requests of all addresses in work, and that wait. */
const ALL = { places: 200, waiting: 2_000 };

/**
 * Places for requests before their session is known. An answer takes some ms of the thread, and the turns of others come between: without
 * places, 200 connections of one address are 200 answers before the next one of another. Bodies arrive before a place is taken,
 * so that slow ones hold none.
 */
export function createPlacesOfAddresses() {
  const places = createFairPlaces({ ...ALL, ofOwner: OF_ADDRESS });

  /** @throws SERVICE_UNAVAILABLE where too many requests of the address wait */
  function run<T>(req: IncomingMessage, work: () => Promise<T>): Promise<T> {
    return places.run(ownerOf(clientAddress(req)), async () => {
      try {
        return await work();
      } finally {
        // Otherwise refusals without a look-up would all be answered in one turn.
        await nextTurn();
      }
    });
  }

  /** Holds the place until the answer has ended. A client that went away while its request waited gets none. */
  async function answer(req: IncomingMessage, res: ServerResponse, work: () => unknown): Promise<void> {
    try {
      await run(req, async () => {
        if (res.closed) return;
        const ended = new Promise<void>((done) => res.once('close', done));
        await work();
        await ended;
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendRefusal(res, error, correlationIdOf(req));
    }
  }

  return { run, answer };
}
