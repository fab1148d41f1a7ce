import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesOwnSession } from '../auth/session-cookie.ts';
import { pathOf } from '../http/path-of.ts';
import { createPlacesOfAddresses, HOLD_MS } from '../http/places-of-address.ts';
import { isFile } from './session-limit.ts';

type Kind = 'files' | 'documentation' | 'ofPeople' | 'ofStrangers';

/**
 * Places for pages. A page takes up to 40 ms of the thread, and pages of one turn of the event loop would take it for their sum, so
 * that there is one at a time of each kind. Addresses take turns, and a stranger may have hundreds: their pages do not delay those of
 * people who have signed in.
 * @param holdMs how long an answer holds its place at most, in ms
 */
export function createPlacesOfPages(holdMs = HOLD_MS) {
  const onePage = () => createPlacesOfAddresses({ places: 1, ofAddress: 1, holdMs });
  const places: Record<Kind, ReturnType<typeof createPlacesOfAddresses>> = {
    files: createPlacesOfAddresses(),
    documentation: onePage(),
    ofPeople: onePage(),
    ofStrangers: onePage(),
  };
  return {
    answer: (req: IncomingMessage, res: ServerResponse, work: () => unknown): Promise<void> =>
      places[kindOf(req)].answer(req, res, work),
  };
}

function kindOf({ url = '', headers }: IncomingMessage): Kind {
  if (isFile(url)) return 'files';
  if (pathOf(url).startsWith('/docs')) return 'documentation';
  return namesOwnSession(headers.cookie) ? 'ofPeople' : 'ofStrangers';
}
