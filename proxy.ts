import { type NextRequest, NextResponse } from 'next/server';

/** Set at build by next.config.mjs: React's development build needs `eval` for its stack traces. */
declare const IN_DEVELOPMENT: boolean;

/**
 * Gives every page its Content-Security-Policy with a fresh nonce. Next reads the nonce from the request's
 * header and puts it on its own scripts; app/layout.tsx puts it on ours. The path is passed on as well,
 * because a layout cannot read it and must redirect people to sign in and back.
 */
export function proxy(request: NextRequest) {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search);

  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${IN_DEVELOPMENT ? " 'unsafe-eval'" : ''}`,
    // Mantine writes computed values into style attributes and style elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const config = {
  matcher: ['/((?!_next/static|_next/image|favicon.svg).*)'],
};
