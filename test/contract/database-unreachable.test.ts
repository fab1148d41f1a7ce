import { expect, test } from 'vitest';
import { database, openDatabase } from '../../server/db/client.ts';
import { useApi } from './api.ts';
import { bodies, expectRefused } from './helpers.ts';

const api = useApi();

/** Runs `work` with a pool that cannot reach a server. */
async function whileAway(work: () => Promise<void>): Promise<void> {
  const { url } = database();
  const nowhere = new URL(url);
  nowhere.port = '1';
  const away = openDatabase(nowhere.href);
  try {
    await work();
  } finally {
    await away.close();
    openDatabase(url);
  }
}

test('503 with Retry-After while the database is unreachable, 201 afterwards', async () => {
  const partner = await api.partner();
  await whileAway(async () => {
    for (const answer of [
      await partner.get('/v1/plans'),
      await partner.post('/v1/plans', bodies.plan(), { key: 'again' }),
      await partner.get('/v1/plans/pln_01m81ch3w61ag3pke501fy2z1q'),
    ]) {
      expectRefused(answer, 503, { error: 'SERVICE_UNAVAILABLE', field: '_', code: 'UPSTREAM_FAILURE' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
  expect((await partner.post('/v1/plans', bodies.plan(), { key: 'again' })).status).toBe(201);
});
