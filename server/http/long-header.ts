import type { IncomingMessage } from 'node:http';
import { invalid, Refusal } from '../contract/errors.ts';

/** The longest value of a header, in characters. Patterns and parsers of many libraries read it. Contract: Transport. */
const MAX_HEADER = 4 * 1024;

/** The cookies of all services of a domain come together. Contract: Transport. */
const MAX_COOKIE = 8 * 1024;

/** The refusal of a request with a header that is too long, before anything reads it: 431 at its name. Contract: Transport. */
export function longHeaderFault({ headers }: IncomingMessage): Refusal | undefined {
  for (const name in headers) {
    const value = headers[name] ?? '';
    const most = name === 'cookie' ? MAX_COOKIE : MAX_HEADER;
    const length =
      typeof value === 'string' ? value.length : value.reduce((sum, each) => sum + each.length, 0);
    if (length > most) {
      const message = `A header has at most ${most / 1024} KiB.`;
      const { body } = invalid([{ field: name.slice(0, 64), code: 'OUT_OF_RANGE', message }]);
      return new Refusal('VALIDATION_FAILED', 431, body);
    }
  }
  return undefined;
}

/** Twice the length of what browsers send. Contract: Transport. */
const MAX_USER_AGENT = 512;

/** Cuts the user agent, in which the pages' framework searches for crawlers by a pattern in quadratic time. */
export function cutUserAgent({ headers }: IncomingMessage): void {
  const { 'user-agent': agent } = headers;
  if (agent) headers['user-agent'] = agent.slice(0, MAX_USER_AGENT);
}
