import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretsKey } from '../../server/secrets-key.ts';
import { useApi } from '../contract/api.ts';
import { syncedPartner } from '../contract/outbound-sync-helpers.ts';
import { type FakeSplynx, startFakeSplynx } from '../fakes/splynx.ts';
import { Killable } from './killable.ts';

const api = useApi();
let fake: FakeSplynx;
const pushers: Killable[] = [];

beforeAll(async () => {
  fake = await startFakeSplynx();
});
afterAll(async () => {
  for (const pusher of pushers) await pusher.kill();
  await fake.close();
});

function startPusher({ providerId }: { providerId: string }): Killable {
  const pusher = new Killable('outbound-sync-pusher', {
    DATABASE_URL: api.databaseUrl,
    PROVIDER_ID: providerId,
    SECRETS_KEY: secretsKey().toString('base64'),
  });
  pushers.push(pusher);
  return pusher;
}

test('a kill between the creation of a service and its answer leads to no second service', async () => {
  const { subscribe, pushLater, plans, partner, state } = await syncedPartner(api, fake);
  fake.keepsOrigin = false;
  const process = startPusher(partner);
  fake.beforeAnswer = async (method) => {
    if (method === 'POST') await process.kill();
  };
  await subscribe(plans.middle.id);
  await process.ready();
  await expect.poll(() => process.kills).toBe(1);
  fake.beforeAnswer = async () => {};
  expect(await state()).toMatchObject({ synced: 0, pending: 1 });
  expect(fake.all()).toHaveLength(1);
  await pushLater();
  expect(fake.all()).toHaveLength(1);
  expect(await state()).toMatchObject({ synced: 1, pending: 0 });
});

test('three processes of two accounts that share an API key send its requests one at a time', async () => {
  fake.services.clear();
  const [own, other] = [await syncedPartner(api, fake), await syncedPartner(api, fake)];
  const sold: string[] = [];
  for (let i = 0; i < 6; i++)
    sold.push(await own.subscribe(own.plans.middle.id), await other.subscribe(other.plans.middle.id));
  let running = 0;
  let maxRunning = 0;
  fake.beforeAnswer = async () => {
    maxRunning = Math.max(maxRunning, ++running);
    await sleep(15);
    running--;
  };
  fake.requests.length = 0;
  // Nothing can be claimed until all processes run.
  await api.sql`update mirrored_service set leased_until = now() + interval '1 hour'`;
  for (const { partner } of [own, own, other]) await startPusher(partner).ready();
  await api.sql`update mirrored_service set leased_until = null`;
  const states = async () => [await own.state(), await other.state()];
  const done = { synced: 6, pending: 0, failed: 0, failures: [] };
  await expect.poll(states).toMatchObject([done, done]);
  expect(fake.staleNonces).toBe(0);
  expect(maxRunning).toBe(1);
  expect(fake.requests.filter((method) => method === 'POST')).toHaveLength(sold.length);
  expect(fake.all()).toHaveLength(sold.length);
});
