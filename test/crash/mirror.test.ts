import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretsKey } from '../../server/secrets-key.ts';
import { useApi } from '../contract/api.ts';
import { mirrored } from '../contract/mirror-world.ts';
import { type FakeSplynx, startFakeSplynx } from '../fakes/splynx.ts';
import { Killable } from './killable.ts';

const api = useApi();
let fake: FakeSplynx;
let teller: Killable | undefined;

beforeAll(async () => {
  fake = await startFakeSplynx();
});
afterAll(async () => {
  await teller?.kill();
  await fake.close();
});

test('killed between a service’s creation and its answer, another attempt makes no second one', async () => {
  const { sold, later, plans, partner, state } = await mirrored(api, fake);
  fake.keepsOrigin = false;
  const process = new Killable('mirror-teller', {
    DATABASE_URL: api.databaseUrl,
    PROVIDER_ID: partner.providerId,
    SECRETS_KEY: secretsKey().toString('base64'),
  });
  teller = process;
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
