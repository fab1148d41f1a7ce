import type { IncomingMessage } from 'node:http';

/** The origins of the portal: the public address; for a loopback address, all of its names. */
export function portalOrigins(publicUrl: string): string[] {
  const { origin, hostname, port, protocol } = new URL(publicUrl);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return [origin];
  const suffix = port ? `:${port}` : '';
  return [...new Set([origin, `${protocol}//localhost${suffix}`, `${protocol}//127.0.0.1${suffix}`])];
}

/**
 * Whether a POST may come from a page of another origin. Browsers set `Origin` on every POST. A request without it is
 * refused if it has any other sign of a browser.
 */
export function isCrossOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  origins: readonly string[],
): boolean {
  if (headers.origin !== undefined) return !origins.includes(headers.origin);
  return Object.keys(headers).some(
    (name) => name === 'cookie' || name === 'referer' || name.startsWith('sec-fetch-'),
  );
}
