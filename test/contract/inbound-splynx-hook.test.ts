import { request } from 'node:http';
import { expect, test } from 'vitest';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import {
  asForm,
  CUSTOMER,
  connectedSplynx,
  MODELS,
  SERVICE,
  sendHook,
  sha1,
  splynxEvent,
} from './splynx-webhook.ts';

const api = useApi();

const created = splynxEvent(MODELS.service, 'create', SERVICE);

test('200 ok for a ping without a signature, as JSON and as a form', async () => {
  const { integration } = await connectedSplynx(api);
  for (const body of ['{"type":"ping"}', 'type=ping', { type: 'ping', data: null }]) {
    for (const signature of [null, undefined, 'wrong']) {
      const answer = await sendHook(api, integration, body, { signature });
      expect([answer.status, answer.text]).toEqual([200, 'ok\n']);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    }
  }
  expect(await api.sql`select 1 from inbound_event where integration_id = ${integration.id}`).toEqual([]);
});

test.each([
  ['JSON', (body: object) => JSON.stringify(body)],
  ['a form', asForm],
])('an event as %s creates a service, changes its tariff and ends it', async (_, written) => {
  const { hookAndProcess, onlySubscription, read, pay, plans, subscriber } = await connectedSplynx(api);
  expect(await hookAndProcess(written(created))).toEqual(['internet_service/create', 'PROCESSED', null]);
  const { id, subscriberId } = await onlySubscription();
  expect(subscriberId).toBe(subscriber.id);
  await pay(id);
  const edited = splynxEvent(MODELS.service, 'update', { ...SERVICE, tariff_id: '1' }, { time: '13:13:00' });
  expect(await hookAndProcess(written(edited))).toEqual(['internet_service/update', 'PROCESSED', null]);
  expect(await read(id)).toMatchObject({ nextPlanId: plans.cheap.id });
  const ended = splynxEvent(MODELS.service, 'delete', SERVICE, { time: '13:14:00' });
  expect(await hookAndProcess(written(ended))).toEqual(['internet_service/delete', 'PROCESSED', null]);
  expect((await read(id)).cancelAt).not.toBeNull();
});

test.each([
  ['models\\common\\customers\\Customers', 'edit', undefined, 'customer/edit'],
  ['models\\common\\customers\\ServicesInternet', 'edit', 'x/y', 'internet_service/edit'],
  ['models\\common\\customers\\InternetServices', 'update', undefined, 'internet_service/update'],
  ['customer', 'create', undefined, 'customer/create'],
  ['internet_service', 'Edit', undefined, 'internet_service/edit'],
  [undefined, undefined, 'customer/update', 'customer/update'],
  ['', '', 'customers/internet-services/create', 'internet_service/create'],
  [undefined, 'edit', 'tickets/ticket/update', 'ticket/update'],
  // Data about a customer, under its id, which is not the customer.
  ['models\\common\\customers\\CustomerInfo', 'edit', undefined, 'CustomerInfo/edit'],
  ['models\\admin\\administration\\Locations', 'get_list', '', 'Locations/get_list'],
  ['models\\common\\customers\\Customers', undefined, 'internet_service/edit', 'internet_service/edit'],
  [undefined, 'edit', 'customer/create', 'customer/create'],
])('model %s, action %s and call %s are the event %s %s', async (model, action, call, event) => {
  const { hook, integration, inbound } = await connectedSplynx(api);
  const body = { type: 'event', call, data: { model, action, attributes: { id: '77' } } };
  expect((await hook(body)).status).toBe(200);
  expect((await hook(asForm({ ...body, data: { ...body.data, x: '1' } }))).status).toBe(200);
  expect((await inbound()).map((each: { event: string }) => each.event)).toEqual([event, event]);
  expect(integration.adapter).toBe('splynx');
});

test('IGNORED EVENT_UNKNOWN for other records and actions; IGNORED NOT_SAVED for what Splynx refused', async () => {
  const { hookAndProcess } = await connectedSplynx(api);
  const info = splynxEvent('models\\common\\customers\\CustomerInfo', 'edit', { customer_id: '77' });
  expect(await hookAndProcess(info)).toEqual(['CustomerInfo/edit', 'IGNORED', 'EVENT_UNKNOWN']);
  const listed = splynxEvent(MODELS.customer, 'get_list', { id: null });
  expect(await hookAndProcess(listed)).toEqual(['customer/get_list', 'IGNORED', 'EVENT_UNKNOWN']);
  const errors = { email: ['Email is not valid'] };
  const refused = splynxEvent(MODELS.customer, 'edit', { ...CUSTOMER, name: 'X Y' }, { errors });
  expect(await hookAndProcess(refused)).toEqual(['customer/edit', 'IGNORED', 'NOT_SAVED']);
});

test('401 without a valid signature, and nothing is stored', async () => {
  const { hook, integration, inbound } = await connectedSplynx(api);
  const raw = JSON.stringify(created);
  const right = sha1(raw, integration.secret);
  for (const signature of [
    null,
    'x',
    `sha1=${right}`,
    right.slice(2),
    sha1(`${raw} `, integration.secret),
    sha1(raw, 'other'),
    '0'.repeat(40),
  ]) {
    const answer = await hook(raw, { signature });
    expect([answer.status, answer.text.split('\n')[0]]).toEqual([401, 'UNAUTHORIZED']);
    expect(answer.text).toContain('does not match the secret');
  }
  // Only a short ping needs no signature.
  const long = { type: 'ping', data: 'x'.repeat(20_000) };
  expect([(await hook(long, { signature: null })).status, (await hook(long)).text]).toEqual([401, 'ok\n']);
  expect(await inbound()).toEqual([]);
  expect((await hook(raw, { signature: right.toUpperCase() })).status).toBe(200);
  expect((await hook(raw, { signature: right })).text).toBe('ok\n');
  expect(await inbound()).toHaveLength(1);
});

test('400 for a signature that is sent twice', async () => {
  const { integration, inbound } = await connectedSplynx(api);
  const raw = JSON.stringify(created);
  const right = sha1(raw, integration.secret);
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-splynx-signature': [right, right] };
    const sent = request(
      `${api.base}/hooks/splynx/${integration.id}`,
      { method: 'POST', headers },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sent.on('error', reject);
    sent.end(raw);
  });
  expect(status).toBe(400);
  expect(await inbound()).toEqual([]);
});

test('a rotated secret overlaps; 503 with Retry-After without a secret and while disabled; 404 and 405 in plain text', async () => {
  const { hook, integration, partner, path, settings } = await connectedSplynx(api);
  const { secret } = dataOf(await partner.post(`${path}/rotate-secret`));
  for (const each of [integration.secret, secret]) {
    expect((await sendHook(api, { id: integration.id, secret: each }, created)).status).toBe(200);
  }
  dataOf(await partner.delete(`${path}/secret`));
  const revoked = await hook(created);
  expect([revoked.status, revoked.headers.get('retry-after')]).toEqual([503, '60']);
  dataOf(await partner.put(path, { ...settings, adapter: 'splynx', status: 'DISABLED' }));
  expect((await hook(created)).status).toBe(503);
  expect((await hook({ type: 'ping' })).status).toBe(503);

  const native = dataOf(await partner.post('/v1/integrations', bodies.integration({ adapter: 'native' })));
  for (const id of [native.id, 'int_never', '__proto__']) {
    const answer = await sendHook(api, { id, secret: native.secret }, created);
    expect([answer.status, answer.text.split('\n')[0]]).toEqual([404, 'NOT_FOUND']);
  }
  const wrong = await fetch(`${api.base}/hooks/splynx/${integration.id}`);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await fetch(`${api.base}/hooks/splynx/`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${api.base}/hooks/other/x`, { method: 'POST' })).status).toBe(404);
});

test('unsigned events of an integration without a secret are routed by partner_id', async () => {
  const { hook, inbound } = await connectedSplynx(api, { signing: 'none', externalPartnerId: '1' });
  expect((await hook(created)).text).toBe('ok\n');
  expect(await inbound()).toEqual([]);
  const owned = splynxEvent(MODELS.service, 'create', { ...SERVICE, partner_id: '1' });
  expect((await hook(owned)).text).toBe('ok\n');
  expect(await inbound()).toHaveLength(1);
  expect((await hook(owned, { signature: 'x' })).status).toBe(503);
});

test.each([
  ['no type', { data: {} }, 'type:'],
  ['another type', { type: 'other', data: {} }, 'type:'],
  ['no data', { type: 'event', call: 'customer/update' }, 'data:'],
  ['a list as data', { type: 'event', call: 'customer/update', data: [] }, 'data:'],
  ['no name', { type: 'event', data: { attributes: {} } }, 'data.model:'],
  ['a long name', { type: 'event', call: `customer/${'x'.repeat(300)}`, data: {} }, 'data.model:'],
  ['broken JSON', '{"type":"event"', 'not JSON'],
  ['a deep body', `{"type":"event","data":${'['.repeat(40)}${']'.repeat(40)}}`, 'nested'],
  ['NUL', '{"type":"event","data":{"model":"a","action":"b","x":"\\u0000"}}', 'data.x:'],
  ['a lone surrogate', '{"type":"event","data":{"model":"a","action":"b","x":"\\ud800"}}', 'data.x:'],
  ['an empty body', '', 'empty'],
  ['a broken escape', 'type=event&call=a/b&data[x]=%E0%A4', 'form'],
  ['NUL in a form', 'type=event&call=a/b&data[x]=%00', 'form'],
  ['a form with too long a name', `type=event&call=a/b&data[x]=1&${'x'.repeat(5_000)}=1`, 'form'],
  ['a form of too many fields', `type=event&call=a/b&${'data[x]=1&'.repeat(1_000)}`, 'form'],
  ['a form that is nested too deeply', `type=event&call=a/b&data${'[x]'.repeat(20)}=1`, 'form'],
])('400 names the fault of %s, once it is signed', async (_, body, names) => {
  const { hook, inbound } = await connectedSplynx(api);
  expect((await hook(body, { signature: null })).status).toBe(401);
  const answer = await hook(body);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(names);
  expect(await inbound()).toEqual([]);
});

test('413 for a body above 1 MiB, 400 for a dry run', async () => {
  const { hook, inbound } = await connectedSplynx(api);
  expect((await hook({ type: 'event', data: { x: 'x'.repeat(1024 * 1024) } })).status).toBe(413);
  expect((await hook(created, { headers: { 'dry-run': 'true' } })).status).toBe(400);
  expect(await inbound()).toEqual([]);
});

test('a form has nested brackets, escapes and plus signs; a name of the prototype is an ordinary field', async () => {
  const { hookAndProcess, partner, subscriber } = await connectedSplynx(api);
  const form = [
    'type=event&call=customer%2Fupdate',
    'data%5Bcustomer_id%5D=77',
    'data[attributes][id]=77',
    'data[attributes][name]=Zo%C3%AB+O%27Hara+%2B+Sons',
    'data[attributes][email]=zoe%2Bsplynx%40example.com',
    'data[attributes][labels][]=a&data[attributes][labels][]=b',
    'data[__proto__][polluted]=1&__proto__[polluted]=1&data[constructor][prototype][polluted]=1',
  ].join('&');
  expect(await hookAndProcess(form)).toEqual(['customer/update', 'PROCESSED', null]);
  expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`))).toMatchObject({
    firstName: 'Zoë',
    lastName: "O'Hara + Sons",
    email: 'zoe+splynx@example.com',
  });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('the body is stored byte for byte', async () => {
  const { hook, integration } = await connectedSplynx(api);
  const raw = `${asForm(created)}&data[x]=%C3%AB+`;
  expect((await hook(raw)).status).toBe(200);
  const [row] = await api.sql`
    select b.body from inbound_body b join inbound_event e on e.id = b.inbound_event_id
    where e.integration_id = ${integration.id}`;
  expect(row?.body.toString()).toBe(raw);
});

test('S4: the same bytes with a time are a redelivery, whatever came between, on both receivers', async () => {
  const { hook, send, drain, inbound, onlySubscription, read, pay, plans } = await connectedSplynx(api);
  await hook(created);
  await drain();
  const { id } = await onlySubscription();
  await pay(id);
  const e1 = splynxEvent(MODELS.service, 'edit', { ...SERVICE, tariff_id: '3' }, { time: '14:00:00' });
  const e2 = splynxEvent(MODELS.service, 'edit', { ...SERVICE, tariff_id: '1' }, { time: '14:00:09' });
  for (const body of [e1, e2, e1, asForm(e1)]) {
    expect((await hook(body)).status).toBe(200);
    await drain();
  }
  // The form has other bytes: it is another event, and requests the more expensive plan.
  expect((await inbound()).map(({ status }: { status: string }) => status)).toEqual(
    Array(4).fill('PROCESSED'),
  );
  expect(await read(id)).toMatchObject({ pendingUpgrade: { planId: plans.dear.id } });
  await hook(e2);
  await drain();
  expect(await inbound()).toHaveLength(4);
  expect(await read(id)).toMatchObject({ pendingUpgrade: { planId: plans.dear.id } });

  const timed = { date: '2026-01-15', time: '15:00:00' };
  const [a, b] = ['4', '5'].map((n) => ({
    event: 'invoice/create',
    data: { ...timed, n, customer_id: '9' },
  }));
  const ids = [];
  for (const body of [a, b, a]) ids.push((await send(body as never)).id);
  expect(ids[2]).toBe(ids[0]);
  expect(ids[1]).not.toBe(ids[0]);
  // Without a time only the same bytes in a row count once.
  const untimed = ['4', '5', '4'].map((n) => ({ event: 'invoice/create', data: { date: '2026-01-15', n } }));
  const others = [];
  for (const body of untimed) others.push((await send(body as never)).id);
  expect(new Set(others).size).toBe(3);
});

test('8 concurrent deliveries of a body with a time are stored once', async () => {
  const { hook, inbound } = await connectedSplynx(api);
  const answers = await Promise.all(Array.from({ length: 8 }, () => hook(created)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await inbound()).toHaveLength(1);
});
