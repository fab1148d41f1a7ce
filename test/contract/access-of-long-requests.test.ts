import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exportCsv } from '../../server/portal/export.ts';
import { bodies, dataOf } from './helpers.ts';
import { usePortal } from './staff-helpers.ts';

// What began before a credential was withdrawn ends with it.

const { api, owner: newOwner, member } = usePortal({ '/api/export/': exportCsv });

/** Longer than a check of a caller holds, in ms. */
const CHECK_IS_OVER_MS = 1_200;

type Headers = Record<string, string>;

/** Sends a body whose last byte follows once `meanwhile` is done. */
async function sendSlowly(path: string, headers: Headers, body: object, meanwhile: () => Promise<unknown>) {
  const text = JSON.stringify(body);
  const sent = request(`${api.base}${path}`, {
    ...{ method: 'POST', agent: false },
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(text.length) },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (answer) => resolve(answer.resume().statusCode));
    sent.on('error', reject);
  });
  sent.write(text.slice(0, -1));
  await sleep(100);
  await meanwhile();
  await sleep(CHECK_IS_OVER_MS);
  sent.end(text.slice(-1));
  return answered;
}

/** A key of the organisation, and how it is revoked. */
async function newKey(owner: Awaited<ReturnType<typeof newOwner>>) {
  const { id, accessId, accessSecret } = await owner.ok('accessCredential.create', { label: 'Lent' });
  return {
    headers: { 'x-access-id': accessId, 'x-access-secret': accessSecret } as Headers,
    revoke: () => owner.ok('accessCredential.revoke', { id }),
  };
}

test('a write has no effect whose key is revoked before the end of its body', async () => {
  const { partner, ...owner } = await newOwner();
  const key = await newKey({ partner, ...owner });
  const write = (meanwhile: () => Promise<unknown>) =>
    sendSlowly('/v1/subscribers', key.headers, bodies.subscriber(), meanwhile);
  expect(await write(async () => {})).toBe(201);
  expect(await write(key.revoke)).toBe(401);
  expect(dataOf(await partner.get('/v1/subscribers'))).toHaveLength(1);
});

test('an event is refused whose integration is deleted before the end of its body', async () => {
  const { partner } = await newOwner();
  const { id } = dataOf(await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  const event = { event: 'service.suspended', data: { serviceId: '1' } };
  const receive = (meanwhile: () => Promise<unknown>) =>
    sendSlowly(`/v1/integrations/${id}/webhooks`, partner.headers, event, meanwhile);
  expect(await receive(async () => {})).toBe(201);
  expect(await receive(() => partner.delete(`/v1/integrations/${id}`))).toBe(404);
});

test('a wait for events ends without any once its key is revoked', async () => {
  const owner = await newOwner();
  const key = await newKey(owner);
  const feed = api.client(key.headers).get('/v1/events/feed?wait=20&type=plan.created');
  await sleep(100);
  await key.revoke();
  await sleep(CHECK_IS_OVER_MS);
  dataOf(await owner.partner.post('/v1/plans', bodies.plan()));
  expect((await feed).status).toBe(401);
});

test('an export breaks off once its person has left', async () => {
  const owner = await newOwner();
  const viewer = await member(owner, 'viewer');
  await api.sql`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select ${owner.providerId}, 'evt_' || lpad(to_hex(n), 32, '0'), 'plan.updated', 'pln_1',
      '{"id":"evt_' || lpad(to_hex(n), 32, '0') || '","type":"plan.updated","apiVersion":"2026-01-15","occurredAt":"2026-11-27T00:00:00.000Z","providerId":"' || ${owner.providerId} || '","correlationId":"c","livemode":false,"data":{"object":"plan","current":{"id":"pln_1","note":"' || repeat('x', 100000) || '"},"previous":{},"changedFields":[]}}',
      now(), now(), now(), 'c'
    from generate_series(1, 400) n`;
  const read = (meanwhile: () => Promise<unknown>) =>
    new Promise<boolean>((resolve, reject) => {
      const headers = { cookie: viewer.cookie };
      const sent = request(`${api.base}/api/export/events`, { headers, agent: false }, async (answer) => {
        expect(answer.statusCode).toBe(200);
        answer.once('data', () => answer.pause());
        answer.on('error', () => resolve(false)).on('end', () => resolve(true));
        await meanwhile();
        await sleep(CHECK_IS_OVER_MS);
        answer.on('data', () => {}).resume();
      });
      sent.on('error', reject).end();
    });
  expect(await read(async () => {})).toBe(true);
  expect(await read(() => owner.ok('team.remove', { id: viewer.id }))).toBe(false);
});
