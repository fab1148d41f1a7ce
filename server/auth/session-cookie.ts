import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretsKeys } from '../secrets-key.ts';
import { authSecrets } from './auth-secrets.ts';

/** The token in the cookie of a session and its signature, whatever the encoding of the rest. */
const COOKIE = /demarc\.session_token\s*=\s*"?([A-Za-z0-9]{1,64})(?:\.([A-Za-z0-9+/=]{44}))?/g;

type Cookie = {
  token: string;
  /** HMAC-SHA-256 in base64. Empty for a malformed one. */
  signature: string;
};

/** The sessions that the `Cookie` header of a request names, read without a look-up. */
export function sessionCookies(header = ''): Cookie[] {
  return [...decoded(header).matchAll(COOKIE)].map(([, token = '', signature = '']) => ({
    token,
    signature,
  }));
}

/** Whether a request names a session that this installation has begun, which may have ended. A stranger has none. */
export function namesOwnSession(header: string | undefined): boolean {
  const cookies = sessionCookies(header);
  if (cookies.length === 0) return false;
  const { secret } = authSecrets(secretsKeys());
  return cookies.some(({ token, signature }) => {
    const expected = createHmac('sha256', secret).update(token).digest();
    const given = Buffer.from(signature, 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A text without its percent encoding, of which a library reads any. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
