import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesOwnSession } from '../auth/session-cookie.ts';
import { createPlacesOfAddresses } from '../http/places-of-address.ts';

/** The places of requests that end as 401: a few addresses with some requests each do not wait for each other. */
const OF_STRANGERS = { places: 20, ofAddress: 4 };

/**
 * Places for requests of the portal before their session is looked up. Those of strangers, of whom one may have hundreds of addresses, do
 * not delay those of people who have signed in.
 */
export function createPlacesOfCallers() {
  const ofPeople = createPlacesOfAddresses();
  const ofStrangers = createPlacesOfAddresses(OF_STRANGERS);
  const placesOf = ({ headers }: IncomingMessage) =>
    namesOwnSession(headers.cookie) ? ofPeople : ofStrangers;
  return {
    run: <T>(req: IncomingMessage, work: () => Promise<T>): Promise<T> => placesOf(req).run(req, work),
    answer: (req: IncomingMessage, res: ServerResponse, work: () => unknown): Promise<void> =>
      placesOf(req).answer(req, res, work),
  };
}
