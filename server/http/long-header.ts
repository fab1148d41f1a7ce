import type { IncomingMessage } from 'node:http';
import { invalid, Refusal } from '../contract/errors.ts';

/** The longest value of a header, in characters. Patterns and parsers of many libraries read it. Contract: Transport. */
const MAX_HEADER = 4 * 1024;

/** The cookies of all services of a domain come together. Contract: Transport. */
const MAX_COOKIE = 8 * 1024;

/** A browser keeps at most 180 for a site. The pages' framework reads them in quadratic time. Contract: Transport. */
const MAX_COOKIES = 200;

/**
 * The most headers of a request, as many as proxies pass on. The pages' framework reads them in quadratic time, and 16 KiB are 2,000 short
 * ones. Contract: Transport.
 */
const MAX_HEADERS = 100;

/** How many parts a text has between separators of one character. */
export function partsOf(text: string, separator: string): number {
  let parts = 1;
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) parts++;
  return parts;
}

/**
 * The refusal of a request with too many headers or cookies, or a header that is too long, before anything reads them: 431 at the name
 * of the header. Contract: Transport.
 */
export function longHeaderFault({ headers, rawHeaders }: IncomingMessage): Refusal | undefined {
  if (rawHeaders.length > 2 * MAX_HEADERS)
    return tooLarge('_', `A request has at most ${MAX_HEADERS} headers.`);
  for (const name in headers) {
    const value = headers[name] ?? '';
    const most = name === 'cookie' ? MAX_COOKIE : MAX_HEADER;
    const length =
      typeof value === 'string' ? value.length : value.reduce((sum, each) => sum + each.length, 0);
    if (length > most) return tooLarge(name, `A header has at most ${most / 1024} KiB.`);
  }
  const isMany = partsOf(headers.cookie ?? '', ';') > MAX_COOKIES;
  return isMany ? tooLarge('cookie', `A request has at most ${MAX_COOKIES} cookies.`) : undefined;
}

function tooLarge(name: string, message: string): Refusal {
  const { body } = invalid([{ field: name.slice(0, 64), code: 'OUT_OF_RANGE', message }]);
  return new Refusal('VALIDATION_FAILED', 431, body);
}

/** Twice the length of what browsers send. Contract: Transport. */
const MAX_USER_AGENT = 512;

/** Cuts the user agent, in which the pages' framework searches for crawlers by a pattern in quadratic time. */
export function cutUserAgent({ headers }: IncomingMessage): void {
  const { 'user-agent': agent } = headers;
  if (agent) headers['user-agent'] = agent.slice(0, MAX_USER_AGENT);
}
