import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { type Database, db, openDatabase } from '../db/client.ts';
import { createPartner, type NewPartner } from '../domain/partner/create.ts';
import { log } from '../log.ts';
import { staffSession, switchProvider } from './staff.ts';
import { buildStaffAuth, type StaffAuth } from './staff-auth.ts';
import { staffAuthHandler } from './staff-handler.ts';

let database: Database;
let auth: StaffAuth;
let server: Server;
let base: string;
let partner: NewPartner;
let email: string;
let password: string;
let count = 0;

const origin = 'http://127.0.0.1:3000';
const choice = (publicUrl: string) => ({
  ...{ db: db(), log, publicUrl, secretsKeys: [Buffer.alloc(32, 7)] as const },
  sendsEmails: false,
});

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
});
afterAll(() => database.close());

/** Each test has an account of its own, and nothing is counted before it. */
beforeEach(async () => {
  await database.sql`delete from attempt_window`;
  await serve(origin);
  email = `owner${++count}@acme.example`;
  partner = await createPartner({ name: 'Acme', email, livemode: false });
  password = partner.ownerPassword ?? '';
});
afterEach(() => server.close());

async function serve(publicUrl: string): Promise<void> {
  server?.close();
  auth = buildStaffAuth(choice(publicUrl));
  server = createServer((req, res) => void staffAuthHandler(req, res, auth));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/auth`;
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const signIn = (as = email, word = password, headers = {}) =>
  post('/sign-in/email', { email: as, password: word }, headers);

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

async function signedIn(as = email, word = password): Promise<string> {
  const answer = await signIn(as, word);
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

const session = (cookie: string) => staffSession(new Headers({ cookie }), auth);

test('an owner signs in and has a session', async () => {
  const found = await session(await signedIn(email.toUpperCase()));
  expect(found).toMatchObject({
    user: { email },
    role: 'owner',
    provider: { id: partner.providerId, name: 'Acme', livemode: false, timeZone: 'UTC', clockOffsetMs: 0 },
    providers: [{ id: partner.providerId, name: 'Acme', livemode: false }],
  });
});

test('no cookie, an invented one and one with another signature have no session', async () => {
  const cookie = await signedIn();
  const [name, value = ''] = cookie.split('=');
  for (const bad of [
    '',
    `${name}=x.y`,
    `${name}=${value.split('.')[0]}`,
    `${name}=a${value}`,
    `x${cookie}`,
  ]) {
    expect(await session(bad), bad).toBeNull();
  }
});

test('sign-out ends the session', async () => {
  const cookie = await signedIn();
  expect((await post('/sign-out', {}, { cookie })).status).toBe(200);
  expect(await session(cookie)).toBeNull();
});

test('a wrong password and an unknown person get the same answer', async () => {
  const wrong = await signIn(email, 'not the password');
  const unknown = await signIn('nobody@acme.example', 'not the password');
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(401);
  expect(await wrong.text()).toBe(await unknown.text());
  expect([...wrong.headers.keys()]).toEqual([...unknown.headers.keys()]);
});

test('guessing is locked with the same answer for known and unknown people, whatever a header says', async () => {
  const answers: string[][] = [];
  for (const guessed of [email, 'nobody@acme.example']) {
    const seen: string[] = [];
    for (let i = 0; i < 12; i++) {
      const answer = await signIn(guessed, `guess ${i}`, {
        'x-forwarded-for': `10.0.0.${i}`,
        'x-demarc-address': `10.0.1.${i}`,
      });
      seen.push(`${answer.status} ${await answer.text()}`);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    answers.push(seen);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.map((answer) => answer.slice(0, 3))).toEqual([...Array(10).fill('401'), '429', '429']);
  expect((await signIn()).status).toBe(429);
});

test('concurrent guesses are all counted', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn(email, `guess ${i}`)));
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
});

test('many successful sign-ins are not locked', async () => {
  for (let i = 0; i < 15; i++) await signedIn();
});

test('sign-up and all other paths of better-auth are 404', async () => {
  const person = { name: 'Eve', email: 'eve@x.example', password: 'long enough word' };
  for (const path of [
    '/sign-up/email',
    '/get-session',
    '/update-user',
    '/update-session',
    '/list-sessions',
    '/ok',
  ]) {
    expect((await post(path, person)).status, path).toBe(404);
  }
  await expect(auth.api.signUpEmail({ body: person })).rejects.toThrow();
  expect((await fetch(`${base}/sign-in/email`)).status).toBe(405);
});

test('a change of password ends every other session and invalidates the old password', async () => {
  const [mine, other] = [await signedIn(), await signedIn()];
  const next = 'a whole new password';
  const answer = await post(
    '/change-password',
    { currentPassword: password, newPassword: next, revokeOtherSessions: false },
    { cookie: mine },
  );
  expect(answer.status).toBe(200);
  expect(await session(mine)).toBeNull();
  expect(await session(other)).toBeNull();
  expect(await session(cookieOf(answer))).toMatchObject({ user: { email } });
  expect((await signIn()).status).toBe(401);
  expect((await signIn(email, next)).status).toBe(200);
});

test('a cross-origin request can neither sign in nor change a password', async () => {
  const cookie = await signedIn();
  const crossOrigin = { cookie, origin: 'https://evil.example' };
  const change = { currentPassword: password, newPassword: 'taken over by eve' };
  expect((await post('/change-password', change, crossOrigin)).status).toBe(403);
  expect((await post('/sign-in/email', { email, password }, crossOrigin)).status).toBe(403);
  expect((await post('/sign-out', {}, crossOrigin)).status).toBe(403);
  expect(await session(cookie)).not.toBeNull();
});

test('cross-origin attempts do not count, with any headers', async () => {
  const crossOrigin = [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', cookie: 'demarc.session_token=x' },
    { origin: 'null' },
  ];
  for (let i = 0; i < 20; i++) {
    for (const headers of crossOrigin) expect((await signIn(email, `guess ${i}`, headers)).status).toBe(403);
  }
  expect((await signIn()).status).toBe(200);
});

test('a browser without Origin cannot sign in; a program without Origin can', async () => {
  // Not fetch, which says `Sec-Fetch-Mode` like a browser.
  const send = (headers: Record<string, string>) =>
    new Promise<number | undefined>((done, fail) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
      const sent = request(`${base}/sign-in/email`, options, (answer) => done(answer.resume().statusCode));
      sent.on('error', fail).end(JSON.stringify({ email, password }));
    });
  expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await send({ referer: 'https://evil.example/' })).toBe(403);
  expect(await send({ cookie: 'demarc.session_token=x' })).toBe(403);
  expect(await send({})).toBe(200);
});

test('a new sign-in ends the session that it replaces, and no other', async () => {
  const [elsewhere, first] = [await signedIn(), await signedIn()];
  const refused = await signIn(email, 'not the password', { cookie: first });
  expect(refused.status).toBe(401);
  expect(await session(first)).not.toBeNull();

  const second = cookieOf(await signIn(email, password, { cookie: first }));
  expect(await session(first)).toBeNull();
  expect(await session(second)).toMatchObject({ user: { email } });
  expect(await session(elsewhere)).not.toBeNull();
});

test('a loopback address is trusted under both names, a public address under one', async () => {
  const cookie = await signedIn();
  const tried = async (from: string) => (await signIn(email, password, { origin: from, cookie })).status;
  expect(await tried('http://localhost:3000')).toBe(200);
  expect(await tried('http://localhost:4000')).toBe(403);
  await serve('https://portal.example');
  expect(await tried('https://portal.example')).toBe(200);
  expect(await tried('http://localhost:3000')).toBe(403);
});

test('the cookie is HttpOnly and SameSite; with https it has the prefix __Host-', async () => {
  const [plain] = (await signIn()).headers.getSetCookie();
  expect(plain).toMatch(/^demarc\.session_token=/);
  expect(plain).toMatch(/; HttpOnly/);
  expect(plain).toMatch(/; SameSite=Lax/);
  expect(plain).not.toMatch(/; Secure/);

  await serve('https://portal.example');
  const [bound] = (
    await signIn(email, password, { origin: 'https://portal.example' })
  ).headers.getSetCookie();
  expect(bound).toMatch(/^__Host-demarc\.session_token=/);
  for (const part of [/; HttpOnly/, /; Secure/, /; SameSite=Lax/, /; Path=\//]) expect(bound).toMatch(part);
  expect(bound).not.toMatch(/; Domain/i);
  expect(await session(bound?.split(';')[0] ?? '')).toMatchObject({ user: { email } });
});

test('a cookie of another installation has no session', async () => {
  const cookie = await signedIn();
  auth = buildStaffAuth({ ...choice(origin), secretsKeys: [Buffer.alloc(32, 8)] });
  expect(await session(cookie)).toBeNull();
});

test('an idle session ends; requests extend it up to its maximum lifetime', async () => {
  const cookie = await signedIn();
  const hoursLeft = async () => {
    const [row] = await database.sql`
      select round(extract(epoch from s.expires_at - now()) / 3600)::int as hours from staff_session s
      join staff_user u on u.id = s.user_id where u.email = ${email}`;
    return row?.hours;
  };
  const set = (column: string, interval: string) =>
    database.sql`
      update staff_session set ${database.sql(column)} = now() + ${interval}::interval
      where user_id = (select id from staff_user where email = ${email})`;
  expect(await hoursLeft()).toBe(12);

  await set('expires_at', '1 hour');
  expect(await session(cookie)).not.toBeNull();
  expect(await hoursLeft()).toBe(12);

  await set('created_at', '-13 days -18 hours');
  await set('expires_at', '1 hour');
  expect(await session(cookie)).not.toBeNull();
  expect(await hoursLeft()).toBe(6);

  await set('created_at', '-14 days -1 minute');
  expect(await session(cookie)).toBeNull();

  await set('created_at', '-1 day');
  await set('expires_at', '-1 second');
  expect(await session(cookie)).toBeNull();
});

test('a removed member loses the session at once; another role applies at once', async () => {
  const cookie = await signedIn();
  const ofOwner = database.sql`user_id = (select id from staff_user where email = ${email})`;
  await database.sql`update staff_member set role = 'viewer' where ${ofOwner}`;
  expect(await session(cookie)).toMatchObject({ role: 'viewer' });
  await database.sql`delete from staff_member where ${ofOwner}`;
  expect(await session(cookie)).toBeNull();
});

test('a person can select the providers of their own organisation only', async () => {
  const live = await createPartner({ name: 'Acme', email, livemode: true });
  const otherPartner = await createPartner({
    name: 'Other',
    email: `other${count}@x.example`,
    livemode: true,
  });
  const [cookie, elsewhere] = [await signedIn(), await signedIn()];
  const found = await session(cookie);
  const { sessionId = '', user } = found ?? {};
  const userId = user?.id ?? '';
  expect(found?.providers.map(({ id }) => id)).toEqual([partner.providerId, live.providerId]);

  await switchProvider(sessionId, userId, live.providerId);
  expect(await session(cookie)).toMatchObject({ provider: { id: live.providerId, livemode: true } });
  expect(await session(elsewhere)).toMatchObject({ provider: { id: partner.providerId } });

  for (const [id, who, to] of [
    [sessionId, userId, otherPartner.providerId],
    [sessionId, userId, 'prv_none'],
    [sessionId, 'somebody else', partner.providerId],
    ['no session', userId, partner.providerId],
  ] as const) {
    await expect(switchProvider(id, who, to)).rejects.toMatchObject({ key: 'NOT_FOUND' });
  }
  expect(await session(cookie)).toMatchObject({ provider: { id: live.providerId } });

  // A colleague works for both, and the session is not the colleague's.
  const colleague = `colleague-${count}`;
  await database.sql`insert into staff_user (id, name, email) values (${colleague}, 'Grace', ${`${colleague}@x.example`})`;
  await database.sql`
    insert into staff_member (organisation_id, user_id, role, created_at, updated_at)
    select organisation_id, ${colleague}, 'viewer', now(), now() from provider where id = ${partner.providerId}`;
  await expect(switchProvider(sessionId, colleague, partner.providerId)).rejects.toMatchObject({
    key: 'NOT_FOUND',
  });
  expect(await session(cookie)).toMatchObject({ provider: { id: live.providerId } });

  await database.sql`update staff_session set active_provider_id = ${otherPartner.providerId} where id = ${sessionId}`;
  expect(await session(cookie)).toMatchObject({ provider: { id: partner.providerId } });
});

test('malformed, missing and oversized bodies are refused', async () => {
  for (const body of ['{', '[]', '"x"', 'null', '{"email":1,"password":2}', '{"email":"x"}']) {
    const { status } = await post('/sign-in/email', body);
    expect(status, body).toBeGreaterThanOrEqual(400);
    expect(status, body).toBeLessThan(500);
  }
  expect((await post('/sign-in/email', { email, password: 'x'.repeat(20_000) })).status).toBe(413);
  expect((await signIn(email, 'nul \u0000')).status).toBe(400);
  expect((await signIn('nul\u0000@x.example', 'word')).status).toBeLessThan(500);
  expect((await signIn()).status).toBe(200);
});
