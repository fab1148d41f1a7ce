import { expect, test } from 'vitest';
import { useApi } from './api.ts';
import { connectedSplynx, MODELS, SERVICE, splynxEvent } from './splynx-webhook.ts';

/** Few enough that the bucket is not refilled during the test: one token comes back in 20 s. */
const AUTH = 3;
const api = useApi({ RATE_LIMIT_AUTH: AUTH });

test('pings of an address are limited like failed authentications, and signed events are not', async () => {
  const { hook } = await connectedSplynx(api);
  const pings = [];
  for (let n = 0; n <= AUTH; n++) pings.push(await hook({ type: 'ping' }, { signature: null }));
  expect(pings.map(({ status }) => status)).toEqual([...Array(AUTH).fill(200), 429]);
  expect(pings.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await hook(splynxEvent(MODELS.service, 'create', SERVICE))).status).toBe(200);
});
