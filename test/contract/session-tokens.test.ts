import { expect, test } from 'vitest';
import { openPaths } from '../../server/auth/staff-auth.ts';
import { usePortal } from './staff-helpers.ts';

// The module reads SMTP_URL when it loads: without emails, a link has to be taken from the database.
const { api, browser, owner, member, withSecondFactor, newEmail, tokenOf, password } = usePortal();

type Person = ReturnType<typeof browser>;

/** The answers of every open path of `/api/auth`, in the order in which people use them. */
async function* everyAnswer(): AsyncGenerator<
  [path: string, person: Person, answer: { status: number; body: unknown }]
> {
  const ada = await owner();
  const call = async (person: Person, path: string, body: object = {}) =>
    [path, person, await person.auth(path, body)] as [string, Person, { status: number; body: unknown }];

  const { link } = await ada.ok('team.invite', { email: newEmail(), role: 'viewer' });
  yield await call(browser(), '/accept-invitation', { token: tokenOf(link), name: 'Esi', password });

  const grace = await member(ada, 'viewer');
  const { email } = grace;
  yield await call(browser(), '/sign-in/email', { email, password });
  yield await call(grace, '/change-password', { currentPassword: password, newPassword: `${password} two` });
  yield await call(grace, '/change-password', { currentPassword: 'wrong', newPassword: `${password} three` });
  yield await call(grace, '/request-password-reset', { email });
  yield await call(grace, '/reset-password', { token: 'unknown', newPassword: `${password} four` });
  yield await call(grace, '/request-email-change', { email: newEmail(), password: `${password} two` });
  yield await call(grace, '/confirm-email-change', { token: 'unknown' });

  const eve = await withSecondFactor(await member(ada, 'viewer'));
  const waiting = browser();
  yield await call(waiting, '/sign-in/email', { email: eve.email, password });
  yield await call(waiting, '/two-factor/verify-backup-code', { code: eve.recoveryCodes[0] ?? '' });
  const code = eve.recoveryCodes[1] ?? '';
  yield await call(eve, '/two-factor/generate-backup-codes', { password, code });
  const fresh = await member(ada, 'viewer');
  const begun = await call(fresh, '/two-factor/enable', { password });
  yield begun;
  const { app } = await withSecondFactor(fresh);
  yield await call(fresh, '/two-factor/disable', { password, code: app.code() });
  const verifying = await member(ada, 'viewer');
  const set = await verifying.auth('/two-factor/enable', { password });
  yield await call(verifying, '/two-factor/verify-totp', {
    code: (await import('../fakes/authenticator.ts')).authenticator(set.body.totpURI).code(),
  });
  yield await call(grace, '/sign-out');
}

test('no answer of sign-in has the token of a session, which is in the cookie alone', async () => {
  const seen = new Map<string, number[]>();
  const tokens = new Set<string>();
  for await (const [path, person, { status, body }] of everyAnswer()) {
    seen.set(path, [...(seen.get(path) ?? []), status]);
    for (const { token } of await api.sql`select token from staff_session`) tokens.add(token);
    const text = JSON.stringify(body);
    for (const token of tokens) expect(text, `${path} ${status}`).not.toContain(token);
    for (const [name, value] of person.cookies) {
      const [bare = ''] = decodeURIComponent(value).split('.');
      expect(text, `${path} ${status} ${name}`).not.toContain(bare);
    }
    expect(Object.keys(body as object)).not.toContain('token');
    expect(Object.keys(body as object)).not.toContain('user');
  }
  expect(tokens.size).toBeGreaterThan(5);
  expect([...seen.keys()].sort()).toEqual([...openPaths].sort());
  // Each path has succeeded, except for those that need a link of an email.
  const refused = [...seen].filter(([, statuses]) => !statuses.includes(200)).map(([path]) => path);
  expect(refused.sort()).toEqual(['/confirm-email-change', '/request-email-change', '/reset-password']);
  // Hashes and strength checks of the passwords take a busy machine longer than the usual limit.
});

test.each([
  '/list-sessions',
  '/get-session',
  '/revoke-session',
  '/revoke-sessions',
  '/update-user',
  '/token',
  '/sign-up/email',
])('better-auth%s is not reachable', async (path) => {
  const ada = await owner();
  expect((await ada.auth(path, {})).status).toBe(404);
  expect(await ada.get(`/api/auth${path}`)).toBe(404);
});

test('a session in the list of a person has no token', async () => {
  const ada = await owner();
  const listed = JSON.stringify(await ada.ok('profile.sessions'));
  const [{ token } = { token: '' }] = await api.sql`
    select token from staff_session s join staff_user u on u.id = s.user_id where u.email = ${ada.email}`;
  expect(token).not.toBe('');
  expect(listed).not.toContain(token);
});
