import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { useUnreadConnections } from '../../test/fixtures/unread-connections.ts';
import { authSecrets } from '../auth/auth-secrets.ts';
import { secretsKeys } from '../secrets-key.ts';
import { createPlacesOfPages } from './places-of-pages.ts';

const { serve, send } = useUnreadConnections();

/** A server whose answers are never made. @returns the paths of those that have a place */
async function serveUnanswered(): Promise<string[]> {
  const begun: string[] = [];
  const places = createPlacesOfPages(60_000);
  await serve((req, res) => places.answer(req, res, () => void begun.push(req.url ?? '')));
  return begun;
}

function cookieSignedBy(secret: string) {
  const token = 'a'.repeat(32);
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return { cookie: `demarc.session_token=${encodeURIComponent(`${token}.${signature}`)}` };
}

test('the pages of strangers wait for each other, and delay neither documents, files nor people who have signed in', async () => {
  const begun = await serveUnanswered();
  await send({ path: '/login' });
  await expect.poll(() => begun).toEqual(['/login']);
  await send({ path: '/reset-password', localAddress: '127.0.0.2' });
  await send({
    path: '/subscribers',
    localAddress: '127.0.0.3',
    headers: cookieSignedBy('a secret of others'),
  });
  const { secret } = authSecrets(secretsKeys());
  for (const [path, headers] of [
    ['/docs/contract', {}],
    ['/_next/static/a.js', {}],
    ['/', cookieSignedBy(secret)],
  ] as const) {
    await send({ path, headers });
    await expect.poll(() => begun.at(-1)).toBe(path);
  }
  expect(begun).toHaveLength(4);
});

test('documents wait for each other, and delay no page', async () => {
  const begun = await serveUnanswered();
  await send({ path: '/docs' });
  await expect.poll(() => begun).toEqual(['/docs']);
  await send({ path: '/docs/api', localAddress: '127.0.0.2' });
  await send({ path: '/login', localAddress: '127.0.0.3' });
  await expect.poll(() => begun).toEqual(['/docs', '/login']);
});
