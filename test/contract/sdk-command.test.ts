import { once } from 'node:events';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recipes } from '../../sdk/typescript/src/cli/recipes.ts';
import { causeEvent } from '../../sdk/typescript/src/cli/trigger.ts';
import { Demarc } from '../../sdk/typescript/src/client.ts';
import type { EventType } from '../../sdk/typescript/src/events.ts';
import { verifyWebhook } from '../../sdk/typescript/src/webhooks.ts';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { ok, startWebhookReceiver, status, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { freePort } from '../fixtures/guide-receiver.ts';
import { type Partner, useApi } from './api.ts';
import { useCommand } from './command-line.ts';
import { bodies, dataOf } from './helpers.ts';

const api = useApi();
let partner: Partner;
let receiver: WebhookReceiver;

beforeAll(async () => {
  partner = await api.partner();
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver?.close());

const { environment, start, ...command } = useCommand(() => api.base);
const run = (args: string[], env = environment(partner), input?: string) => command.run(args, env, input);
const json = (args: string[], by = partner) => command.json(args, by);

const listenTo = (by: Partner, ...more: string[]) =>
  start(['listen', '--forward-to', receiver.url, '--json', ...more], environment(by));

const readyOf = async ({ printed }: ReturnType<typeof start>) => {
  await expect.poll(() => printed.out).toMatch(/"kind":"ready"/);
  return JSON.parse(printed.out.split('\n')[0] as string);
};

const createPlans = async (by: Partner, n: number) => {
  for (let i = 0; i < n; i++) dataOf(await by.post('/v1/plans', bodies.plan()));
};

/** The ids of the events of an account, oldest first. */
async function eventIds(by: Partner): Promise<string[]> {
  return dataOf(await by.get('/v1/events?sort=createdAt&limit=100')).map(({ id }: { id: string }) => id);
}

/** The ids that the receiver got, each at its first time. */
const received = () => [...new Set(receiver.received.map(({ headers }) => headers['x-service-event-id']))];

describe('demarc listen', () => {
  test('sends the body and headers that the server sends to a webhook', async () => {
    const own = await api.partner();
    const webhookReceiver = await startWebhookReceiver();
    const webhook = dataOf(
      await own.post('/v1/webhooks', bodies.webhook({ url: webhookReceiver.url, events: ['*'] })),
    );
    const listening = listenTo(own);
    const { secret } = await readyOf(listening);
    receiver.received.length = 0;
    dataOf(await own.post('/v1/plans', bodies.plan({ planName: 'Zuhause ☂ 50' })));
    const dispatcher = createDeliveryDispatcher(createSender());
    await dispatcher.dispatchDue(own.providerId);
    await dispatcher.idle();
    await dispatcher.close();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [mine] = receiver.received;
    const [theirs] = webhookReceiver.received;
    await webhookReceiver.close();
    if (!mine || !theirs) throw new Error('nothing was delivered');
    expect(mine.body).toBe(theirs.body);
    const { host: _, ...headers } = theirs.headers;
    expect(mine.headers).toEqual({
      ...headers,
      host: new URL(receiver.url).host,
      'x-service-delivery-id': expect.stringMatching(/^att_[0-9a-hjkmnp-tv-z]{26}$/),
      'x-service-signature': expect.any(String),
      'x-service-timestamp': expect.any(String),
    });
    expect((await verifyWebhook(mine.body, mine.headers, secret)).type).toBe('plan.created');
    await verifyWebhook(theirs.body, theirs.headers, webhook.secret);
  });

  test('killed and started again, it loses nothing and keeps the order', async () => {
    const own = await api.partner();
    await createPlans(own, 3);
    const before = await eventIds(own);
    receiver.received.length = 0;
    const first = listenTo(own);
    await readyOf(first);
    await createPlans(own, 12);
    await expect.poll(() => received().length).toBeGreaterThan(3);
    first.child.kill('SIGKILL');
    await first.code;
    await createPlans(own, 4);
    dataOf(await own.post('/v1/test-clock/advance', { by: { days: 1 } }));
    await createPlans(own, 1);
    // Work of a billing run is dated when it was due, which may be before events that are known.
    const [early] = await api.sql`
      insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
      select provider_id, 'evt_' || md5(id), type, resource_id,
        replace(replace(body, id, 'evt_' || md5(id)), '"occurredAt":"20', '"occurredAt":"19'),
        occurred_at - interval '100 years', created_at - interval '100 years', updated_at, correlation_id
      from event where id = ${(await eventIds(own))[1] as string} returning id`;
    const second = listenTo(own);
    expect((await readyOf(second)).isResuming).toBe(true);
    const expected = (await eventIds(own)).filter((id) => !before.includes(id));
    expect(expected).toHaveLength(18);
    await expect.poll(() => received().length).toBe(expected.length);
    const inOrder = (ids: unknown[]) => ids.filter((id) => id !== early?.id);
    expect(inOrder(received())).toEqual(inOrder(expected));
    expect(received()).toContain(early?.id);
  });

  test('an event is repeated until the receiver accepts it, and the next one waits; 410 ends it', async () => {
    const own = await api.partner();
    receiver.received.length = 0;
    receiver.become(status(500));
    const listening = listenTo(own, '--events', 'plan.created,subscriber.*');
    const { secret } = await readyOf(listening);
    dataOf(await own.post('/v1/demarcation-points', bodies.demarcationPoint()));
    const plan = dataOf(await own.post('/v1/plans', bodies.plan()));
    await own.post(`/v1/plans/${plan.id}/disable?confirm=${encodeURIComponent(plan.planName)}`);
    dataOf(await own.post('/v1/subscribers', bodies.subscriber()));
    await expect.poll(() => receiver.received.length).toBe(1);
    receiver.become(ok);
    await expect.poll(() => receiver.received.length).toBe(3);
    const sent = receiver.received.map(({ headers }) => [
      headers['x-service-event-type'],
      headers['x-service-delivery-attempt'],
    ]);
    expect(sent).toEqual([
      ['plan.created', '1'],
      ['plan.created', '2'],
      ['subscriber.created', '1'],
    ]);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);

    const other = await run(['listen', '--forward-to', receiver.url], environment(own));
    expect([other.code, other.err]).toEqual([1, expect.stringMatching(/Another demarc listen/)]);

    receiver.become(status(410));
    dataOf(await own.post('/v1/plans', bodies.plan()));
    expect(await listening.code).toBe(1);
    expect(listening.printed.err).toMatch(/410/);
    receiver.become(ok);
  });

  test('an event that was not accepted comes again at the next start; --from now skips it', async () => {
    const own = await api.partner();
    receiver.received.length = 0;
    receiver.become(status(500));
    const first = listenTo(own);
    await readyOf(first);
    await createPlans(own, 1);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    first.child.kill('SIGKILL');
    await first.code;
    receiver.received.length = 0;
    receiver.become(ok);
    const second = listenTo(own);
    await readyOf(second);
    await expect.poll(received).toEqual(await eventIds(own));
    second.child.kill('SIGKILL');
    await second.code;
    await createPlans(own, 1);
    const third = listenTo(own, '--from', 'now');
    expect((await readyOf(third)).isResuming).toBe(false);
    await createPlans(own, 1);
    const [skipped, wanted] = (await eventIds(own)).slice(1);
    await expect.poll(received).toContain(wanted);
    expect(received()).not.toContain(skipped);
  });

  test('more events than a page while it did not run are all delivered', async () => {
    const own = await api.partner();
    const first = listenTo(own);
    await readyOf(first);
    first.child.kill('SIGKILL');
    await first.code;
    receiver.received.length = 0;
    await createPlans(own, 105);
    const second = listenTo(own);
    await expect.poll(() => received().length).toBe(105);
    expect(second.printed.err).toBe('');
  });

  test('it continues when the connection to the server is back', async () => {
    const own = await api.partner();
    const port = await freePort();
    const { port: target } = new URL(api.base);
    const sockets = new Set<Socket>();
    const open = async () => {
      const relay = createServer((near) => {
        const far = connect(Number(target), '127.0.0.1');
        for (const [one, other] of [[near, far] as const, [far, near] as const]) {
          sockets.add(one);
          one.on('error', () => {}).pipe(other);
          one.on('close', () => other.destroy());
        }
      });
      relay.listen(port, '127.0.0.1');
      await once(relay, 'listening');
      return relay;
    };
    const relay = await open();
    receiver.received.length = 0;
    const env = environment(own, { DEMARC_BASE_URL: `http://127.0.0.1:${port}` });
    const listening = start(['listen', '--forward-to', receiver.url], env);
    await expect.poll(() => listening.printed.out).toMatch(/Signing secret/);
    relay.close();
    for (const socket of sockets) socket.destroy();
    await createPlans(own, 2);
    await expect.poll(() => listening.printed.err).toMatch(/Trying until it works/);
    const again = await open();
    await expect.poll(() => received().length).toBe(2);
    expect(listening.printed.err).toMatch(/Connected again/);
    listening.child.kill();
    await listening.code;
    again.close();
  });

  test('it needs a server at its start, and refuses a live account', async () => {
    const port = await freePort();
    const env = environment(partner, { DEMARC_BASE_URL: `http://127.0.0.1:${port}` });
    const away = await run(['listen', '--forward-to', '4000'], env);
    expect([away.code, away.err]).toEqual([3, expect.stringMatching(/ECONNREFUSED/)]);
    const live = await run(
      ['listen', '--forward-to', '4000'],
      environment(await api.partner({ livemode: true })),
    );
    expect([live.code, live.err]).toEqual([1, expect.stringMatching(/--live/)]);
  });
});

describe('demarc trigger', () => {
  const types = Object.keys(recipes) as EventType[];

  test.each(types.filter((type) => !('never' in recipes[type])))('%s', async (type) => {
    const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = partner.headers;
    const event = await causeEvent(new Demarc({ accessId, accessSecret, baseUrl: api.base }), type);
    expect(event.type).toBe(type);
  });

  test('the command prints the event; an event that no request causes, or that does not exist, is refused', async () => {
    expect((await json(['trigger', 'payment.received'])).data.current.status).toBe('COMPLETED');
    expect(await run(['trigger', 'network.throttled'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/accounting/),
    });
    expect(await run(['trigger', 'payment.recieved'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/payment\.received/),
    });
    // And receipts and prompts.
    expect((await json(['trigger', '--list'])).length).toBe(types.length + 2);
  });

  test('it refuses a live account, and creates nothing', async () => {
    const live = await api.partner({ livemode: true });
    const refused = await run(['trigger', 'plan.created'], environment(live));
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/live account/)]);
    expect(dataOf(await live.get('/v1/plans'))).toEqual([]);
  });
});

describe('other commands', () => {
  test('login stores credentials that only the person can read; logout removes them', async () => {
    const { DEMARC_BASE_URL: url, DEMARC_ACCESS_ID: id, DEMARC_ACCESS_SECRET: secret } = environment(partner);
    const bare = { PATH: process.env.PATH, XDG_CONFIG_HOME: mkdtempSync(join(command.home(), 'bare-')) };
    const login = ['login', '--base-url', `${url}`, '--access-id', `${id}`, '--access-secret-stdin'];
    expect(await run(login, bare, 'wrong')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/UNAUTHORIZED/),
    });
    expect(await run(['get', 'provider'], bare)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/demarc login/),
    });
    expect(await run(login, bare, `${secret}\n`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/sandbox/),
    });
    const file = join(bare.XDG_CONFIG_HOME, 'demarc', 'config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run(['get', 'provider'], bare)).toMatchObject({ code: 0 });
    expect(await run(['logout'], bare)).toMatchObject({ code: 0 });
    expect(await run(['get', 'provider'], bare)).toMatchObject({ code: 2 });
    writeFileSync(file, '{');
    expect(await run(['get', 'provider'], bare)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/cannot be read/),
    });
  });

  test('get, post, patch and delete send one request each', async () => {
    const point = await json([
      'post',
      'demarcation-points',
      'name=Cabinet',
      'accessType=FIBER',
      'latitude:=-1.28',
    ]);
    expect(point.data).toMatchObject({ name: 'Cabinet', latitude: -1.28 });
    const path = `/v1/demarcation-points/${point.data.id}`;
    expect((await json(['patch', path, '-d', '{"name":"Cabinet 8"}'])).data.name).toBe('Cabinet 8');
    expect((await json(['get', 'demarcation-points', 'q=Cabinet 8'])).meta.total).toBe(1);
    const dry = await json(['post', 'plans', '-d', JSON.stringify(bodies.plan()), '--dry-run']);
    expect(dry.meta.dryRun.eventCount).toBe(1);
    const webhook = await json(['post', 'webhooks', 'url=https://example.com/', 'events:=["*"]']);
    expect((await json(['delete', `webhooks/${webhook.data.id}`])).data.deleted).toBe(true);
  });

  test('a refusal has its reasons, with exit code 1; a wrong command line has 2', async () => {
    const refused = await run(['post', 'plans', '-d', JSON.stringify(bodies.plan({ priceAmount: 0.01 }))]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(
      /PLAN_PRICE_BELOW_FLOOR.*priceAmount.*floorAmount.*\/docs\/errors#PLAN_PRICE/s,
    );
    const asJson = await run(['get', 'plans/pln_x', '--json']);
    expect(JSON.parse(asJson.err)).toMatchObject({ status: 404, correlationId: expect.any(String) });
    for (const args of [
      ['frobnicate'],
      ['get'],
      ['post', 'plans', 'x'],
      ['post', 'plans', '-d', '@missing.json'],
      ['post', 'plans', 'priceAmount:=forty'],
      ['get', 'plans', '--colour'],
      ['logs'],
      [],
    ])
      expect((await run(args)).code).toBe(2);
    expect(await run(['listen', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/--forward-to/),
    });
    expect((await run(['--help'])).out).toMatch(/trigger/);
  });

  test('clock shows and moves the test clock', async () => {
    const own = await api.partner();
    const before = (await json(['clock'], own)).now;
    const dry = await json(['clock', 'advance', '1d12h', '--dry-run'], own);
    const moved = await json(['clock', 'advance', '1d12h'], own);
    expect(Date.parse(moved.to) - Date.parse(before)).toBeGreaterThanOrEqual(36 * 3_600_000);
    expect([dry.events, moved.events]).toEqual([0, 0]);
  });

  test('logs tail prints the last calls and each new one, with --json all of its fields', async () => {
    const own = await api.partner();
    await own.get('/v1/plans/pln_before');
    await api.logRequests();
    const tail = start(['logs', 'tail'], environment(own));
    const chosen = start(
      ['logs', 'tail', '--json', '-n', '0', '--status', '4xx', '--method', 'get', '--path', 'PLANS'],
      environment(own),
    );
    await expect.poll(() => tail.printed.out).toMatch(/404 .*pln_before/);
    await expect.poll(() => chosen.printed.err + tail.printed.err).toMatch(/Calls of/);
    // With --json no line says when it has begun.
    await expect
      .poll(
        async () => {
          await own.get('/v1/plans/pln_after');
          return chosen.printed.out;
        },
        { interval: 500 },
      )
      .not.toBe('');
    const refused = await own.post('/v1/plans', bodies.plan({ priceAmount: 0.01 }));
    const last = await own.get('/v1/plans/pln_last');
    await expect.poll(() => chosen.printed.out).toMatch(/pln_last/);
    await expect.poll(() => tail.printed.out).toMatch(/pln_last/);
    expect(tail.printed.out).toMatch(
      new RegExp(`400 {2}POST .*/v1/plans .*PLAN_PRICE_BELOW_FLOOR.*${refused.body.correlationId}`),
    );
    const calls = chosen.printed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(calls.at(-1)).toMatchObject({
      status: 404,
      correlationId: last.body.correlationId,
      durationMs: expect.any(Number),
    });
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    expect(chosen.printed.out).not.toMatch(/pln_before|POST/);
    expect(await run(['logs', 'tail', '--status', '9xx'], environment(own))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/status/),
    });
    expect((await run(['logs', 'tail', '--last', 'all'], environment(own))).code).toBe(2);
  });
});
