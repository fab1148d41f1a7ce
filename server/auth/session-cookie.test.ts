import { serializeSignedCookie } from 'better-call';
import { expect, test } from 'vitest';
import { secretsKeys } from '../secrets-key.ts';
import { authSecrets } from './auth-secrets.ts';
import { namesOwnSession } from './session-cookie.ts';

const TOKEN = 'a1B2'.repeat(8);
const signed = (secret: string) => serializeSignedCookie('demarc.session_token', TOKEN, secret);

test('a session is known by its signature', async () => {
  const { secret } = authSecrets(secretsKeys());
  const cookie = await signed(secret);
  expect(namesOwnSession(`theme=dark; ${cookie}`)).toBe(true);
  expect(namesOwnSession(`__Host-${decodeURIComponent(cookie)}`)).toBe(true);
  expect(namesOwnSession(cookie.replace(TOKEN, TOKEN.toLowerCase()))).toBe(false);
  expect(namesOwnSession(await signed('another'))).toBe(false);
});

test.each([undefined, '', 'theme=dark', `demarc.session_token=${TOKEN}`, `demarc.session_token=${TOKEN}.x`])(
  'the cookie %s names no session',
  (header) => {
    expect(namesOwnSession(header)).toBe(false);
  },
);
