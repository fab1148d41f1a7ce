import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { createPartner, type NewPartner } from '../../server/domain/partner/create.ts';
import { log } from '../../server/log.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { eventually } from '../fixtures/eventually.ts';
import { useApi } from './api.ts';

const origin = 'http://127.0.0.1:3000';

const portal = createPortalHandler([origin]);
const api = useApi({}, async (req, res) => {
  if (req.url?.startsWith('/api/auth/')) await staffAuthHandler(req, res);
  else await portal(req, res);
});

type Line = Record<string, unknown>;
let lines: (Line & { level: string })[] = [];
let partner: NewPartner;
let email: string;
let password: string;

/** Each test has an account of its own and an empty log. */
beforeEach(async () => {
  vi.restoreAllMocks();
  email = `ada-${randomUUID()}@example.com`;
  partner = await createPartner({ name: 'Acme', email, livemode: false, mayKeepPassword: true });
  password = partner.ownerPassword ?? '';
  lines = [];
  for (const level of ['info', 'warn'] as const) {
    const keep = (line: unknown) => void lines.push({ level, ...(line as Line) });
    vi.spyOn(log, level).mockImplementation(keep);
  }
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(api.base + path, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const signIn = (withPassword = password, as = email) =>
  post('/api/auth/sign-in/email', { email: as, password: withPassword });

async function signedIn(): Promise<string> {
  const answer = await signIn();
  expect(answer.status).toBe(200);
  await auditEntries(1);
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

const securityLines = () => lines.filter((line) => line.security === true);

/** The audit entries of the account, as soon as there are `n`. They are written after the response. */
async function auditEntries(n: number, providerId = partner.providerId) {
  return eventually(async () => {
    const rows = await api.sql`
      select action, actor_type, actor_name, resource_type, resource_id, correlation_id from audit_entry
      where provider_id = ${providerId} and action <> 'provider.create' order by id`;
    expect(rows).toHaveLength(n);
    return [...rows];
  });
}

test('sign-in, sign-out and password change log account and address and create an audit entry', async () => {
  const cookie = await signedIn();
  const change = { currentPassword: password, newPassword: 'walnut harbour lantern quilt' };
  const changed = await post('/api/auth/change-password', change, { cookie });
  await auditEntries(2);
  const fresh = (changed.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  expect((await post('/api/auth/sign-out', {}, { cookie: fresh })).status).toBe(200);

  const entries = await auditEntries(3);
  const names = ['sign_in.succeeded', 'password.changed', 'sign_out'];
  expect(securityLines()).toMatchObject(
    names.map((event) => ({
      level: 'info',
      event,
      outcome: 'success',
      account: email,
      address: '127.0.0.1',
    })),
  );
  expect(entries).toMatchObject(
    names.map((action) => ({ action, actor_type: 'staff', resource_type: 'staffUser' })),
  );
  expect(entries.map((entry) => entry.correlation_id)).toEqual(
    securityLines().map((line) => line.correlationId),
  );
  expect(JSON.stringify(lines)).not.toContain(password);
});

test('a failed sign-in is a warning; there is no audit entry for an unknown account', async () => {
  expect((await signIn('not the password')).status).toBe(401);
  const unknown = `nobody-${randomUUID()}@example.com`;
  expect((await signIn('not the password', unknown)).status).toBe(401);
  const [entry] = await auditEntries(1);
  expect(entry).toMatchObject({ action: 'sign_in.failed', actor_type: 'system' });
  await eventually(() => expect(securityLines()).toHaveLength(2));
  expect(securityLines()).toMatchObject(
    [email, unknown].map((account) => ({
      level: 'warn',
      event: 'sign_in.failed',
      outcome: 'failure',
      account,
      address: '127.0.0.1',
    })),
  );
});

test('a lockout logs each attempt and creates one audit entry', async () => {
  for (let i = 0; i < 10; i++) await signIn(`guess ${i}`);
  await auditEntries(10);
  for (let i = 0; i < 3; i++) expect((await signIn()).status).toBe(429);
  const entries = await auditEntries(11);
  expect(entries.at(-1)).toMatchObject({ action: 'sign_in.locked_out' });
  const locked = () => securityLines().filter((line) => line.event === 'sign_in.locked_out');
  await eventually(() => expect(locked()).toHaveLength(3));
  expect(locked()).toMatchObject(Array(3).fill({ level: 'warn', outcome: 'refused', account: email }));
});

test('a password change with a wrong password creates an audit entry', async () => {
  const cookie = await signedIn();
  const change = { currentPassword: 'not the password', newPassword: 'walnut harbour lantern quilt' };
  expect((await post('/api/auth/change-password', change, { cookie })).status).toBe(400);
  expect((await auditEntries(2)).at(-1)).toMatchObject({ action: 'password.change_failed' });
});

test('a refused permission logs the procedure and creates an audit entry', async () => {
  const cookie = await signedIn();
  await api.sql`update staff_member set role = 'viewer' where user_id = (select id from staff_user where email = ${email})`;
  const answer = await post('/api/trpc/accessCredential.create', { label: 'Mine' }, { cookie });
  expect(answer.status).toBe(403);
  expect((await auditEntries(2)).at(-1)).toMatchObject({ action: 'permission.refused', actor_type: 'staff' });
  expect(securityLines().at(-1)).toMatchObject({
    level: 'warn',
    event: 'permission.refused',
    outcome: 'refused',
    account: email,
    address: '127.0.0.1',
    procedure: 'accessCredential.create',
    correlationId: answer.headers.get('x-correlation-id'),
  });
});

test('calls that are refused again and again are in the log each time, and in the audit trail once', async () => {
  const cookie = await signedIn();
  await api.sql`update staff_member set role = 'viewer' where user_id = (select id from staff_user where email = ${email})`;
  const times = <T>(call: () => Promise<T>) => Promise.all([call(), call(), call()]);
  await times(() => post('/api/trpc/accessCredential.create', { label: 'Mine' }, { cookie }));
  await times(() => post('/api/trpc/accessCredential.rotate', { id: 'ac_1' }, { cookie }));
  await times(() => post('/api/auth/sign-out', {}, { origin: 'https://evil.example', cookie }));
  const logged = (event: string) => securityLines().filter((line) => line.event === event);
  await eventually(() => {
    expect(logged('permission.refused')).toHaveLength(6);
    expect(logged('origin.refused')).toHaveLength(3);
  });
  const actions = (await auditEntries(4)).map(({ action }) => action);
  expect(actions.toSorted()).toEqual([
    'origin.refused',
    'permission.refused',
    'permission.refused',
    'sign_in.succeeded',
  ]);
});

test.each(['/api/trpc/accessCredential.create', '/api/auth/sign-out'])(
  'a cross-origin request to %s is a warning, with the account of the session if there is one',
  async (path) => {
    const cookie = await signedIn();
    const crossOrigin = { origin: 'https://evil.example' };
    expect((await post(path, {}, { ...crossOrigin, cookie })).status).toBe(403);
    expect((await auditEntries(2)).at(-1)).toMatchObject({ action: 'origin.refused', actor_type: 'system' });
    expect((await post(path, {}, crossOrigin)).status).toBe(403);
    const refused = () => securityLines().filter((line) => line.event === 'origin.refused');
    await eventually(() => expect(refused()).toHaveLength(2));
    const line = { level: 'warn', outcome: 'refused', origin: 'https://evil.example', address: '127.0.0.1' };
    expect(refused()).toMatchObject([{ ...line, account: email }, line]);
    expect(refused()[1]).not.toHaveProperty('account');
  },
);

test('use of a revoked credential is a warning and an audit entry, once a minute', async () => {
  const headers = { 'x-access-id': partner.accessId, 'x-access-secret': partner.accessSecret };
  await api.sql`update access_credential set expires_at = now() where access_id = ${partner.accessId}`;
  const wrong = { ...headers, 'x-access-secret': 'sk_wrong' };
  expect((await api.client(wrong).get('/v1/provider')).status).toBe(401);
  for (let i = 0; i < 3; i++) expect((await api.client(headers).get('/v1/provider')).status).toBe(401);
  const [entry] = await auditEntries(1);
  expect(entry).toMatchObject({
    action: 'credential.revoked_in_use',
    actor_type: 'credential',
    resource_type: 'accessCredential',
  });
  expect(securityLines()).toMatchObject([
    {
      level: 'warn',
      event: 'credential.revoked_in_use',
      outcome: 'refused',
      account: partner.accessId,
      address: '127.0.0.1',
      providerId: partner.providerId,
    },
  ]);
});

test('a portal request has one access log line with its correlation id', async () => {
  const cookie = await signedIn();
  lines = [];
  const answers = [
    await fetch(`${api.base}/api/trpc/accessCredential.list?x=secret`, { headers: { cookie } }),
    await fetch(`${api.base}/api/trpc/plan.list`, { method: 'PUT', headers: { cookie } }),
    await post('/api/auth/sign-out', {}, { cookie }),
  ];
  const access = () => lines.filter((line) => 'method' in line);
  await eventually(() => expect(access().length).toBeGreaterThanOrEqual(answers.length));
  expect(access()).toMatchObject(
    answers.map(({ status, headers }) => ({
      ...{ level: 'info', status, address: '127.0.0.1', ms: expect.any(Number) },
      correlationId: headers.get('x-correlation-id'),
    })),
  );
  expect(access()[0]).toMatchObject({ method: 'GET', path: '/api/trpc/accessCredential.list', status: 200 });
});
