import type { ServerResponse } from 'node:http';

/** A year, in seconds. Contract: Transport. */
const HSTS = 'max-age=31536000';

/**
 * Headers of every answer, pages and refusals included. A handler may replace one: pages have a
 * Content-Security-Policy with a nonce (proxy.ts), payers' pages one with the hash of their style.
 * @param isHttps whether people reach this server by https, so that browsers may insist on it
 */
export function securityHeaders(isHttps: boolean): ReadonlyMap<string, string> {
  return new Map([
    ['x-content-type-options', 'nosniff'],
    [
      'content-security-policy',
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ...(isHttps ? ([['strict-transport-security', HSTS]] as const) : []),
  ]);
}

/** The same as text, for an answer that is written to a socket by hand. */
export function headerLines(headers: ReadonlyMap<string, string>): string {
  return [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

/** Sets them on an answer before its handler runs. */
export function setSecurityHeaders(res: ServerResponse, headers: ReadonlyMap<string, string>): void {
  for (const [name, value] of headers) res.setHeader(name, value);
}
