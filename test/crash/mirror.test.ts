import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretsKey } from '../../server/secrets-key.ts';
import { useApi } from '../contract/api.ts';
import { mirrored } from '../contract/mirror-world.ts';
import { type FakeSplynx, startFakeSplynx } from '../fakes/splynx.ts';
import { Killable } from './killable.ts';

const api = useApi();
let fake: FakeSplynx;
const tellers: Killable[] = [];

beforeAll(async () => {
  fake = await startFakeSplynx();
});
afterAll(async () => {
  for (const teller of tellers) await teller.kill();
  await fake.close();
});

function tellerOf({ providerId }: { providerId: string }): Killable {
  const teller = new Killable('mirror-teller', {
    DATABASE_URL: api.databaseUrl,
    PROVIDER_ID: providerId,
    SECRETS_KEY: secretsKey().toString('base64'),
  });
  tellers.push(teller);
  return teller;
}

test('killed between a service’s creation and its answer, another attempt makes no second one', async () => {
  const { sold, later, plans, partner, state } = await mirrored(api, fake);
  fake.keepsOrigin = false;
  const process = tellerOf(partner);
  fake.beforeAnswer = async (method) => {
    if (method === 'POST') await process.kill();
  };
  await sold(plans.middle.id);
  await process.alive();
  await expect.poll(() => process.kills, { timeout: 20_000 }).toBe(1);
  fake.beforeAnswer = async () => {};
  expect(await state()).toMatchObject({ there: 0, waiting: 1 });
  expect(fake.all()).toHaveLength(1);
  await later();
  expect(fake.all()).toHaveLength(1);
  expect(await state()).toMatchObject({ there: 1, waiting: 0 });
});

test('processes that use one key, for one account and for another, make its requests one after the other', async () => {
  fake.services.clear();
  const [own, other] = [await mirrored(api, fake), await mirrored(api, fake)];
  const sold: string[] = [];
  for (let i = 0; i < 6; i++)
    sold.push(await own.sold(own.plans.middle.id), await other.sold(other.plans.middle.id));
  let underWay = 0;
  let most = 0;
  fake.beforeAnswer = async () => {
    most = Math.max(most, ++underWay);
    await sleep(15);
    underWay--;
  };
  fake.requests.length = 0;
  // Nothing can be claimed until all processes run.
  await api.sql`update mirrored_service set leased_until = now() + interval '1 hour'`;
  for (const { partner } of [own, own, other]) await tellerOf(partner).alive();
  await api.sql`update mirrored_service set leased_until = null`;
  const states = async () => [await own.state(), await other.state()];
  const done = { there: 6, waiting: 0, failed: 0, failures: [] };
  await expect.poll(states, { timeout: 20_000 }).toMatchObject([done, done]);
  expect(fake.staleNonces).toBe(0);
  expect(most).toBe(1);
  expect(fake.requests.filter((method) => method === 'POST')).toHaveLength(sold.length);
  expect(fake.all()).toHaveLength(sold.length);
});
