import type { ServerResponse } from 'node:http';

/** How far the requirement of https reaches. Contract: Transport. */
export type HstsScope = 'host' | 'subdomains' | 'preload';

/** A year, in seconds: the least that the preload list takes. */
const MAX_AGE = 'max-age=31536000';

const policies: Record<HstsScope, string> = {
  host: MAX_AGE,
  subdomains: `${MAX_AGE}; includeSubDomains`,
  preload: `${MAX_AGE}; includeSubDomains; preload`,
};

/**
 * Security headers of every answer, pages and refusals included. A handler may replace one: pages have a
 * Content-Security-Policy with a nonce (proxy.ts), payer pages one with the hash of their style.
 * @param isHttps whether the public address is https, so that browsers enforce it
 * @param hsts for which names they do
 */
export function securityHeaders(isHttps: boolean, hsts: HstsScope): ReadonlyMap<string, string> {
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
    ...(isHttps ? ([['strict-transport-security', policies[hsts]]] as const) : []),
  ]);
}

/** The headers as text, for an answer that is written to a socket directly. */
export function headerLines(headers: ReadonlyMap<string, string>): string {
  return [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

/** Sets the headers on an answer before its handler runs. */
export function setSecurityHeaders(res: ServerResponse, headers: ReadonlyMap<string, string>): void {
  for (const [name, value] of headers) res.setHeader(name, value);
}
