import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import type { Role } from '../../server/contract/roles.ts';
import {
  createDeliveryDispatcher,
  type DeliveryDispatcher,
} from '../../server/domain/messaging/delivery/dispatcher.ts';
import { warnOwners } from '../../server/domain/messaging/delivery/warn-owners.ts';
import { composeEmail } from '../../server/domain/messaging/email/compose.ts';
import { emailResource } from '../../server/domain/model/email/resource.ts';
import { findWebhook } from '../../server/domain/model/webhook/resource.ts';
import { EXPORT_PATH, exportCsv } from '../../server/portal/export.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { findOrNull } from '../../server/state/resource.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { transaction } from '../../server/work/transaction.ts';
import { startWebhookReceiver, status, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const portal = createPortalHandler([origin]);
const api = useApi({}, (req, res) => {
  const path = req.url ?? '';
  if (path.startsWith('/api/auth/')) return staffAuthHandler(req, res);
  return path.startsWith(EXPORT_PATH) ? exportCsv(req, res) : portal(req, res);
});

const SECRET = 'q7Vw2kXz9LmN4pTr';
const OLD_SECRET = 'b3Yd8sJf6HgC1eQa';
const HEADER = 'Bearer 5rTg7uJk2wSx';

let sink: WebhookReceiver;
let dispatcher: DeliveryDispatcher;
let staff: Staff;
let id: string;
let address: string;

beforeAll(async () => {
  sink = await startWebhookReceiver(status(500));
  dispatcher = createDeliveryDispatcher(createSender());
  staff = await signedInPartner(api);
  address = `${sink.url}in?tenant=7&api_key=${SECRET}`;
  const headers = [{ name: 'Authorization', value: HEADER }];
  const before = bodies.webhook({ url: `${sink.url}in?token=${OLD_SECRET}`, headers });
  ({ id } = dataOf(await staff.post('/v1/webhooks', before, { key: randomUUID() })));
  const key = { key: randomUUID() };
  dataOf(await staff.put(`/v1/webhooks/${id}`, bodies.webhook({ url: address, headers }), key));
  expectRefused(
    await staff.post('/v1/webhooks', bodies.webhook({ url: `https://ada:${SECRET}@example.com/` })),
    400,
    { field: 'url' },
  );
  await staff.get(`/v1/nowhere?code=${SECRET}&tenant=7`);
  dataOf(await staff.post(`/v1/webhooks/${id}/test`, {}, { key: randomUUID() }));
  await callAs(api, staff, { name: 'webhook.setStatus', type: 'mutation' }, { id, status: 'ACTIVE' });
  dataOf(await staff.post('/v1/plans', bodies.plan()));
  await dispatcher.dispatchDue(staff.providerId);
  await dispatcher.idle();
  await api.logRequests();
});
afterAll(async () => {
  await dispatcher.close();
  await sink.close();
});

const as = async (role: Role) =>
  void (await api.sql`
    update staff_member set role = ${role} where organisation_id =
      (select organisation_id from provider where id = ${staff.providerId})`);

async function query(name: string, input: object): Promise<string> {
  const { status, text } = await callAs(api, staff, { name, type: 'query' }, input);
  expect(status, `${name} ${text}`).toBe(200);
  return text;
}

const hasSecret = (text: string) => [SECRET, OLD_SECRET].some((secret) => text.includes(secret));

test('deliveries use the whole address', () => {
  expect(sink.received.length).toBeGreaterThan(1);
  for (const { path } of sink.received) expect(path).toBe(`/hookin?tenant=7&api_key=${SECRET}`);
});

test('owner, admin and API credentials see the address of a webhook in clear, others masked', async () => {
  expect(dataOf(await staff.get(`/v1/webhooks/${id}`)).url).toBe(address);
  for (const role of ['owner', 'admin', 'billing', 'support', 'viewer'] as const) {
    await as(role);
    const isClear = role === 'owner' || role === 'admin';
    const shown = [await query('webhook.get', { id }), await query('webhook.listAll', {})];
    for (const text of shown) {
      expect(text.includes(SECRET), role).toBe(isClear);
      if (!isClear) expect(text).toContain(`hookin?tenant=7&api_key=••••${SECRET.slice(-4)}`);
    }
  }
  await as('owner');
});

test('what is not the webhook itself shows no role the secret', async () => {
  const [{ id: deliveryId, eventId }] = dataOf(await staff.get(`/v1/webhooks/${id}/deliveries?limit=1`));
  const [event] = dataOf(await staff.get('/v1/events?type=plan.created'));
  const requests = JSON.parse(await query('apiRequest.listAll', {})).result.data.data as { id: string }[];
  expect(requests.length).toBeGreaterThan(4);
  const reads: [string, object, boolean?][] = [
    ['webhook.health', {}, true],
    ['delivery.request', { id, deliveryId }, true],
    ['delivery.listAll', { id }],
    ['event.deliveries', { id: event.id }, true],
    ['notification.list', {}, true],
    ['search.query', { q: id }, true],
    ['audit.list', {}, true],
    ['audit.export', {}],
    ...requests.map((request): [string, object] => ['apiRequest.get', { id: request.id }]),
  ];
  expect(eventId).toMatch(/^evt_/);
  for (const [name, input, showsAddress] of reads) {
    const text = await query(name, input);
    expect(hasSecret(text), `${name}: ${text}`).toBe(false);
    if (showsAddress) expect(text, name).toContain('in?');
  }
});

test('an audit entry of before addresses were masked shows none, in the list, the export and the correlation', async () => {
  const changes = JSON.stringify({ url: { before: address, after: `${sink.url}in?token=${OLD_SECRET}` } });
  const correlationId = randomUUID();
  await api.sql`
    insert into audit_entry
    select (jsonb_populate_record(a, jsonb_build_object('id', 'aud_former', 'changes', ${changes}::text,
      'correlation_id', ${correlationId}::text))).*
    from audit_entry a where resource_id = ${id} and action = 'webhook.update' limit 1`;
  for (const [name, input] of [
    ['audit.list', { correlationId }],
    ['audit.export', { correlationId }],
    ['correlation.get', { id: correlationId }],
  ] as const) {
    const text = await query(name, input);
    expect(text, name).toContain('api_key=••••');
    expect(hasSecret(text), name).toBe(false);
  }
  await api.sql`alter table audit_entry disable trigger user`;
  await api.sql`delete from audit_entry where id = 'aud_former'`;
  await api.sql`alter table audit_entry enable trigger user`;
});

test('exports show the secret to nobody', async () => {
  for (const list of ['webhooks', 'audit', 'requests', `webhooks/${id}/deliveries`]) {
    const answer = await fetch(`${api.base}${EXPORT_PATH}${list}`, { headers: { cookie: staff.cookie } });
    expect(answer.status, list).toBe(200);
    const text = await answer.text();
    expect(hasSecret(text), list).toBe(false);
    if (list === 'webhooks') expect(text).toContain('api_key=••••');
  }
});

test('the email about a failing webhook shows the masked address', async () => {
  const caller = { type: 'system', name: 'test' } as const;
  const scope = { providerId: staff.providerId, caller, correlationId: randomUUID() };
  await transaction(scope, async (tx) => warnOwners(tx, await findWebhook(tx, id), null));
  // A row of before addresses were masked.
  await api.sql`update mail set facts = jsonb_set(facts::jsonb, '{url}', to_jsonb(${address}::text)) where kind = 'WEBHOOK_DISABLED'`;
  const [kept] = await api.sql`select id from mail where kind = 'WEBHOOK_DISABLED'`;
  const text = await transaction(scope, async (tx) => {
    const row = await findOrNull(tx, emailResource, kept?.id);
    if (!row) throw new Error('no email');
    return JSON.stringify(await composeEmail(tx, row, 'owner@example.com'));
  });
  expect(text).toContain('api_key=••••');
  expect(hasSecret(text)).toBe(false);
  await api.sql`delete from mail where kind = 'WEBHOOK_DISABLED'`;
});

test('no table but the webhook itself has the secret, nor the value of a header', async () => {
  await callAs(api, staff, { name: 'webhook.setStatus', type: 'mutation' }, { id, status: 'DISABLED' });
  const caller = { type: 'system', name: 'test' } as const;
  const scope = { providerId: staff.providerId, caller, correlationId: randomUUID() };
  await transaction(scope, async (tx) => warnOwners(tx, await findWebhook(tx, id), null));
  await api.logRequests();
  const tables = await api.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'webhook'`;
  for (const { name } of tables) {
    for (const secret of [SECRET, OLD_SECRET, HEADER]) {
      const rows = await api.sql.unsafe(`select t::text from ${name} t where strpos(t::text, $1) > 0`, [
        secret,
      ]);
      expect([...rows], name).toEqual([]);
    }
  }
});

test('a search finds addresses by host and path, and no secret out', async () => {
  await as('viewer');
  const found = async (q: string) =>
    JSON.parse(await query('webhook.listAll', { q })).result.data.data.length;
  expect(await found(new URL(sink.url).host)).toBe(1);
  expect(await found('api_key')).toBe(0);
  expect(await found(SECRET.slice(0, 3))).toBe(0);
  await as('owner');
});

const urlOf = async () => dataOf(await staff.get(`/v1/webhooks/${id}`));
const put = (over: object) => staff.put(`/v1/webhooks/${id}`, bodies.webhook(over));

test('a mask that comes back keeps the stored address and header, with every other field replaced', async () => {
  const masked = address.replace(SECRET, `••••${SECRET.slice(-4)}`);
  const headers = [
    { name: 'Authorization', value: `••••${HEADER.slice(-4)}` },
    { name: 'X-Tag', value: 'one' },
  ];
  for (const url of [masked, new URL(masked).href]) {
    dataOf(await put({ url, headers, description: url }));
    expect(await urlOf()).toMatchObject({
      url: address,
      headers: [{ name: 'Authorization', value: HEADER }, headers[1]],
      description: url,
    });
  }
});

test('400 for a mask that is not the stored one, in PUT and POST', async () => {
  const before = await urlOf();
  const masked = address.replace(SECRET, `••••${SECRET.slice(-4)}`);
  const refused = { error: 'VALIDATION_FAILED', code: 'INVALID_VALUE' };
  for (const url of [
    masked.replace('tenant=7', 'tenant=8'),
    masked.replace('hookin?', 'hookout?'),
    `https://example.com/?token=••••${SECRET.slice(-4)}`,
    new URL('https://example.com/?token=••••').href,
  ]) {
    expectRefused(await put({ url }), 400, { ...refused, field: 'url' });
    expectRefused(await staff.post('/v1/webhooks', bodies.webhook({ url })), 400, {
      ...refused,
      field: 'url',
    });
  }
  for (const header of [
    { name: 'Authorization', value: '••••abcd' },
    { name: 'X-Other', value: `••••${HEADER.slice(-4)}` },
  ]) {
    const over = { url: address, headers: [header] };
    expectRefused(await put(over), 400, { ...refused, field: 'headers.0.value' });
    expectRefused(await staff.post('/v1/webhooks', bodies.webhook(over)), 400, {
      ...refused,
      field: 'headers.0.value',
    });
  }
  expect(await urlOf()).toEqual(before);
});

test('a deleted webhook keeps no secret of its address', async () => {
  const made = dataOf(
    await staff.post('/v1/webhooks', bodies.webhook({ url: address, events: ['refund.*'] })),
  );
  dataOf(await staff.delete(`/v1/webhooks/${made.id}`));
  const [row] = await api.sql`select w::text as kept from webhook w where id = ${made.id}`;
  expect(row?.kept).not.toContain(SECRET);
});
