/**
 * Where to go after sign-in: always a path of this portal. URLs that a browser would resolve
 * to another host (`//host`, `/\host`, control characters in between) become `/`.
 */
export function safePath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const origin = 'http://portal.invalid';
  const parsed = URL.canParse(next, origin) ? new URL(next, origin) : null;
  if (parsed?.origin !== origin) return '/';
  if (/^\/(login|api|v1)(\/|$)/.test(parsed.pathname)) return '/';
  // A path such as `/.//host` is normalised to `//host` and would leave the portal.
  return parsed.pathname.startsWith('//') ? '/' : parsed.pathname + parsed.search + parsed.hash;
}
