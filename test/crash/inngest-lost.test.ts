import { afterAll, beforeAll, expect, test } from 'vitest';
import { INNGEST_PATH } from '../../server/background/http.ts';
import { backgroundFunctions } from '../../server/background/registry.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { loadDefaultScheduleD } from '../../server/domain/schedule-d/load.ts';
import { bodies } from '../contract/helpers.ts';
import { startInngest } from '../fakes/inngest.ts';
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts';
import { freshDatabase } from '../fixtures/fresh-database.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { Killable } from './killable.ts';

let database: Database;
let inngest: Awaited<ReturnType<typeof startInngest>>;
let sink: Awaited<ReturnType<typeof startWebhookReceiver>>;
let application: Killable;
let headers: Record<string, string>;

beforeAll(async () => {
  const url = await freshDatabase();
  database = openDatabase(url);
  await loadDefaultScheduleD();
  const partner = await createPartner({ name: 'Inngest', email: 'owner@example.com', livemode: false });
  headers = {
    'x-access-id': partner.accessId,
    'x-access-secret': partner.accessSecret,
    'content-type': 'application/json',
  };
  inngest = await startInngest(
    'demarc',
    backgroundFunctions,
    async () => (await application.ready()) + INNGEST_PATH,
  );
  sink = await startWebhookReceiver();
  application = new Killable('inngest-process', {
    ...{ DATABASE_URL: url, INNGEST_DEV: inngest.url, WEBHOOK_ALLOWED_HOSTS: 'localhost' },
  });
  await post('/v1/webhooks', bodies.webhook({ url: sink.url }));
});
afterAll(async () => {
  await inngest?.close();
  await application?.kill();
  await sink?.close();
  await database?.close();
});

async function post(path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch((await application.ready()) + path, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
    signal: AbortSignal.timeout(20_000),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  expect(answer.status).toBe(201);
  return data;
}

const newPlan = () => post('/v1/plans', bodies.plan());
const isDelivered = (id: string) => sink.received.filter(({ body }) => body.includes(id)).length;
const delivered = (...ids: string[]) =>
  expect.poll(() => ids.map(isDelivered), { timeout: 60_000 }).toEqual(ids.map(() => 1));

test.each(['gone', 'fails', 'hangs'] as const)(
  'while the Inngest server does: %s, requests are answered and their work stays due; when it is back, the work is done once',
  async (mode) => {
    await delivered((await newPlan()).id);
    inngest.become(mode);
    const before = inngest.asked();
    const plans = await Promise.all([newPlan(), newPlan(), newPlan()]);
    await expect.poll(inngest.asked).toBeGreaterThan(before);
    expect(plans.map(({ id }) => isDelivered(id))).toEqual([0, 0, 0]);
    // The process that commits may be another one when the server is back.
    await application.kill();
    inngest.become('up');
    inngest.everyMinute();
    await delivered(...plans.map(({ id }) => id));
    // Wake-ups arrive again.
    await delivered((await newPlan()).id);
    expect(await checkInvariants(database.db)).toEqual([]);
  },
  120_000,
);
