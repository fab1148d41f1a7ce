import { expect, test, vi } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import { connectedSplynx } from './splynx-webhook.ts';

const origin = 'http://127.0.0.1:3000';

// The tests act as the proxy: they connect from this machine and send X-Forwarded-For.
vi.hoisted(() => {
  vi.resetModules();
  process.env.TRUSTED_PROXIES = '127.0.0.0/8, 10.0.0.0/8';
});

const AUTH = 5;
/** Requests about access, until all is done that follows their answers. */
const handled: Promise<void>[] = [];
const api = useApi({ RATE_LIMIT_AUTH: AUTH, RATE_LIMIT_INBOUND: 1 }, (req, res) => {
  const work = staffAuthHandler(req, res);
  handled.push(work);
  return work;
});

function signIn(email: string, password: string, client: string, headers = {}) {
  return fetch(`${api.base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin,
      'x-forwarded-for': `198.51.100.1, ${client}, 10.0.0.2`,
      ...headers,
    },
    body: JSON.stringify({ email, password }),
  });
}

test('429 after too many failed authentications of one client behind a proxy, other clients are not affected', async () => {
  const stranger = (client: string) =>
    api
      .client({ 'x-access-id': 'nobody', 'x-access-secret': 'x', 'x-forwarded-for': client })
      .get('/v1/provider');
  for (let i = 0; i < AUTH; i++) expect((await stranger('203.0.113.1')).status).toBe(401);
  expect((await stranger('203.0.113.1')).status).toBe(429);
  expect((await stranger(`192.0.2.1, 203.0.113.1`)).status).toBe(429);
  expect((await stranger('203.0.113.2')).status).toBe(401);
});

test('429 after too many failed sign-ins of one client behind a proxy, other clients can sign in', async () => {
  const { owner } = await api.partner();
  for (let i = 0; i < 10; i++)
    expect((await signIn(owner.email, `guess ${i}`, '203.0.113.7')).status).toBe(401);
  expect((await signIn(owner.email, owner.password, '203.0.113.7')).status).toBe(429);
  expect((await signIn(owner.email, owner.password, '203.0.113.8')).status).toBe(200);
});

test('a lock-out is in the audit trail once, whatever addresses the stranger uses', async () => {
  const { owner, providerId } = await api.partner();
  const from = (i: number) => signIn(owner.email, `guess ${i}`, `2001:db8:5::${i + 1}`);
  for (let i = 0; i < 10; i++) expect((await from(i)).status).toBe(401);
  for (let i = 10; i < 14; i++) expect((await from(i)).status).toBe(429);
  await Promise.all(handled);
  const entries = await api.sql`
    select 1 from audit_entry where provider_id = ${providerId} and action = 'sign_in.locked_out'`;
  expect(entries).toHaveLength(1);
});

test('a session stores the address of the client, not of the proxy', async () => {
  for (const client of ['203.0.113.9', '2001:db8::9']) {
    const { owner } = await api.partner();
    expect((await signIn(owner.email, owner.password, client)).status).toBe(200);
    const rows = await api.sql`
      select s.ip_address from staff_session s join staff_user u on u.id = s.user_id where u.email = ${owner.email}`;
    expect(rows).toEqual([{ ip_address: client }]);
  }
});

test('pings from the addresses of one /64 of IPv6 count together, those of another /64 do not', async () => {
  const { integration } = await connectedSplynx(api);
  const ping = async (client: string) => {
    const answer = await fetch(`${api.base}/hooks/splynx/${integration.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify({ type: 'ping' }),
    });
    return answer.status;
  };
  for (let i = 1; i <= AUTH; i++) expect(await ping(`2001:db8:1:2::${i}`)).toBe(200);
  expect(await ping('2001:db8:1:2:a:b:c:d')).toBe(429);
  expect(await ping('2001:db8:1:3::1')).toBe(200);
});

test('unsigned events that name no account take nothing from the events of the integration, and those that do share its limit', async () => {
  const partner = await api.partner();
  const integration = dataOf(
    await partner.post('/v1/integrations', { ...bodies.integration(), signing: 'none' }),
  );
  const send = async (client: string, partnerId: string, n = 0) => {
    const body = { event: 'service.created', partner_id: partnerId, data: { serviceId: `svc-${n}` } };
    const path = `/v1/integrations/${integration.id}/webhooks`;
    return (await api.client({ 'x-forwarded-for': client }).post(path, body)).status;
  };
  const stranger = () => Promise.all(Array.from({ length: 20 }, () => send('203.0.113.50', 'prv_unknown')));
  const answers = await stranger();
  expect(answers).toContain(201);
  expect(answers).toContain(429);
  expect(await send('203.0.113.51', partner.providerId)).toBe(201);
  // The owner of a network has as many addresses as it wants.
  const own = Array.from({ length: 20 }, (_, i) => send(`203.0.113.${100 + i}`, partner.providerId, i));
  expect(await Promise.all(own)).toContain(429);
});
