import { expect, test } from 'vitest';
import { portalBridge } from '../../server/api/bridge.ts';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { bridgePages } from '../../server/portal/bridge.ts';
import { answerDownload, isDownload } from '../../server/portal/downloads.ts';
import { EXPORT_PATH, exportCsv } from '../../server/portal/export.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { useApi } from './api.ts';

const origin = 'http://127.0.0.1:3000';

const portal = createPortalHandler([origin]);
const api = useApi({}, async (req, res) => {
  const path = req.url ?? '';
  if (path.startsWith('/api/auth/')) await staffAuthHandler(req, res);
  else if (path.startsWith(EXPORT_PATH)) await exportCsv(req, res);
  else if (isDownload(path)) await answerDownload(req, res);
  else portal(req, res);
});

const post = (path: string, body: object, cookie = '') =>
  fetch(api.base + path, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

async function signedIn(email: string, password: string): Promise<string> {
  const answer = await post('/api/auth/sign-in/email', { email, password });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

const cookieOf = (answer: Response) => (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';

/** The statuses of one portal request of each kind. */
async function statusesOf(cookie: string): Promise<Record<string, number>> {
  const get = async (path: string) => (await fetch(api.base + path, { headers: { cookie } })).status;
  return {
    query: await get('/api/trpc/accessCredential.list'),
    batch: await get('/api/trpc/accessCredential.list,accessCredential.list?batch=1&input=%7B%7D'),
    mutation: (await post('/api/trpc/plan.create', {}, cookie)).status,
    export: await get('/api/export/subscribers'),
    pdf: await get('/api/invoices/inv_none/pdf'),
  };
}

const locked = { query: 403, batch: 403, mutation: 403, export: 403, pdf: 403 };
const next = 'walnut harbour lantern quilt';

test('403 for every portal request until the generated password is changed', async () => {
  const { owner } = await api.partner();
  const cookie = await signedIn(owner.email, owner.password);
  expect(await statusesOf(cookie)).toEqual(locked);
  const refused = await fetch(`${api.base}/api/trpc/accessCredential.list`, { headers: { cookie } });
  expect(await refused.json()).toMatchObject({ error: { data: { envelope: { error: 'FORBIDDEN' } } } });

  bridgePages();
  const headers = new Headers({ cookie });
  expect(await portalBridge().session(headers)).toMatchObject({ requiredStep: 'changePassword' });
  expect(await portalBridge().caller(headers)).toBeNull();

  const change = (newPassword: string) =>
    post('/api/auth/change-password', { currentPassword: owner.password, newPassword }, cookie);
  expect((await change(owner.password)).status).toBe(400);
  expect((await change('short')).status).toBe(400);
  const weak = await change('password123456');
  expect(weak.status).toBe(400);
  expect(await weak.json()).toMatchObject({
    code: 'PASSWORD_TOO_WEAK',
    message: expect.stringMatching(/easy to guess/),
  });
  expect((await change(owner.email)).status).toBe(400);
  expect(await statusesOf(cookie)).toEqual(locked);

  const changed = await change(next);
  expect(changed.status).toBe(200);
  expect(await statusesOf(cookieOf(changed))).toEqual({
    query: 200,
    batch: 200,
    mutation: 400,
    export: 200,
    pdf: 404,
  });
  expect(await portalBridge().session(new Headers({ cookie: cookieOf(changed) }))).toMatchObject({
    requiredStep: null,
  });
  // The replaced session and the generated password are no longer valid.
  expect((await statusesOf(cookie)).query).toBe(401);
  expect(
    (await post('/api/auth/sign-in/email', { email: owner.email, password: owner.password })).status,
  ).toBe(401);
});

test('200 for sign-out with a generated password', async () => {
  const { owner } = await api.partner();
  const cookie = await signedIn(owner.email, owner.password);
  expect((await post('/api/auth/sign-out', {}, cookie)).status).toBe(200);
  expect((await statusesOf(cookie)).query).toBe(401);
});

test('a partner with mayKeepPassword need not change the generated password', async () => {
  const made = await createPartner({
    name: 'Demo',
    email: 'demo@example.com',
    livemode: false,
    mayKeepPassword: true,
  });
  const cookie = await signedIn(made.ownerEmail, made.ownerPassword ?? '');
  expect((await statusesOf(cookie)).query).toBe(200);
});
