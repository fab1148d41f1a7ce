/**
 * Where to go after sign-in: a path of this portal, whatever the query says. Addresses that a browser would read
 * as another host (`//host`, `/\host`, control characters in between) become `/`.
 */
export function safePath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const origin = 'http://portal.invalid';
  const parsed = URL.canParse(next, origin) ? new URL(next, origin) : null;
  if (parsed?.origin !== origin) return '/';
  if (/^\/(login|api|v1)(\/|$)/.test(parsed.pathname)) return '/';
  // A path such as `/.//host` is normalised to `//host` and would leave after all.
  return parsed.pathname.startsWith('//') ? '/' : parsed.pathname + parsed.search + parsed.hash;
}
