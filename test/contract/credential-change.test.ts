import { afterAll, expect, test, vi } from 'vitest';

// The modules read SMTP_URL when they load.
const smtp = await vi.hoisted(async () => {
  vi.resetModules();
  const { startSmtp } = await import('../fakes/smtp.ts');
  const server = await startSmtp();
  process.env.SMTP_URL = server.url;
  return server;
});

import { resetSecondFactorOf } from '../../server/auth/reset-second-factor.ts';
import { sendDueEmails } from '../../server/domain/messaging/email/send-due.ts';
import { usePortal } from './staff-helpers.ts';

const { api, browser, owner, withSecondFactor, newEmail, password } = usePortal();
afterAll(() => smtp.stop());

type Person = Awaited<ReturnType<typeof owner>>;
type WithFactor = Awaited<ReturnType<typeof withSecondFactor<Person>>>;

const NEW_PASSWORD = 'copper meadow violin anchor';

/** The token of the newest link of a kind that a reader got. */
async function tokenTo(email: string, page: string, providerId: string): Promise<string> {
  await sendDueEmails({ providerId, budgetMs: 60_000 });
  const link = new RegExp(`/${page}\\?token=([\\w-]+)`);
  const found = smtp.received
    .filter(({ to }) => to.includes(email))
    .map(({ raw }) => link.exec(raw.replace(/=\r\n/g, '').replace(/=3D/g, '='))?.[1]);
  return found.filter((token) => token !== undefined).at(-1) ?? '';
}

const forgot = (email: string) => browser().auth('/request-password-reset', { email });
const reset = (token: string, newPassword: string) =>
  browser().auth('/reset-password', { token, newPassword });
const confirm = (token: string) => browser().auth('/confirm-email-change', { token });

/** A code that was not used. */
async function code({ email, app }: Pick<WithFactor, 'email' | 'app'>): Promise<string> {
  await api.sql`
    update staff_two_factor set last_step = null where user_id = (select id from staff_user where email = ${email})`;
  app.restart();
  return app.code();
}

type Victim = Pick<Person, 'email' | 'password' | 'providerId'> & { app?: WithFactor['app'] };

/** What a thief with the password and a code has begun: a session, two links and, with a factor, a sign-in that waits. */
async function attack(person: Victim) {
  const factor = person.app ? { email: person.email, app: person.app } : null;
  const thief = browser();
  expect((await thief.signIn(person.email, person.password)).status).toBe(200);
  const ofFactor = async () => (factor ? { code: await code(factor) } : {});
  if (factor) expect((await thief.auth('/two-factor/verify-totp', await ofFactor())).status).toBe(200);
  const address = newEmail();
  const change = { email: address, password: person.password };
  expect((await thief.auth('/request-email-change', { ...change, ...(await ofFactor()) })).status).toBe(200);
  await forgot(person.email);
  const waiting = browser();
  if (factor) expect((await waiting.signIn(person.email, person.password)).body.twoFactorRedirect).toBe(true);
  const resetLink = await tokenTo(person.email, 'reset', person.providerId);
  const emailLink = await tokenTo(address, 'confirm-email', person.providerId);
  expect([resetLink, emailLink]).not.toContain('');
  return {
    async hasFailed() {
      expect((await reset(resetLink, 'the thief chooses a password')).status).toBe(400);
      expect((await confirm(emailLink)).status).toBe(400);
      if (factor) {
        expect((await waiting.auth('/two-factor/verify-totp', { code: await code(factor) })).status).toBe(
          401,
        );
      }
      expect((await thief.call('profile.get', {})).status).toBe(401);
    },
  };
}

test('a password reset ends links, sessions and sign-ins that wait for a code', async () => {
  const ada = await withSecondFactor(await owner());
  const thief = await attack(ada);
  await forgot(ada.email);
  expect((await reset(await tokenTo(ada.email, 'reset', ada.providerId), NEW_PASSWORD)).status).toBe(200);
  await thief.hasFailed();
});

test('a password change ends the same, and the session in use goes on', async () => {
  const ada = await withSecondFactor(await owner());
  const thief = await attack(ada);
  const passwords = { currentPassword: ada.password, newPassword: NEW_PASSWORD };
  expect((await ada.auth('/change-password', { ...passwords, code: await code(ada) })).status).toBe(200);
  await thief.hasFailed();
  expect((await ada.call('profile.get', {})).status).toBe(200);
});

test('a change of the email address ends the same, and invitations to the former address', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const thief = await attack(ada);
  await bob.ok('team.invite', { email: ada.email, role: 'viewer' });
  const email = newEmail();
  await ada.auth('/request-email-change', { email, password: ada.password });
  const token = await tokenTo(email, 'confirm-email', ada.providerId);
  expect((await ada.auth('/confirm-email-change', { token })).status).toBe(200);
  await thief.hasFailed();
  expect((await ada.call('profile.get', {})).status).toBe(200);
  expect((await bob.ok('team.get')).invitations).toEqual([]);
});

test('a second factor that is turned on, off or reset ends the same', async () => {
  const ada = await owner();
  let thief = await attack(ada);
  const withFactor = await withSecondFactor(ada);
  await thief.hasFailed();
  expect((await ada.call('profile.get', {})).status).toBe(200);

  // A minute has five emails of this kind only.
  const bob = await withSecondFactor(await owner());
  thief = await attack(bob);
  const proof = { password: bob.password, code: await code(bob) };
  expect((await bob.auth('/two-factor/disable', proof)).status).toBe(200);
  const again = await withSecondFactor(bob);
  await thief.hasFailed();
  expect((await again.call('profile.get', {})).status).toBe(200);

  const eve = await withSecondFactor(await joined(withFactor));
  thief = await attack(eve);
  expect((await ada.call('team.resetSecondFactor', { id: eve.id })).status).toBe(200);
  await withSecondFactor({ ...eve, ...(await signedIn(eve)) });
  await thief.hasFailed();

  const max = await withSecondFactor(await owner());
  thief = await attack(max);
  await resetSecondFactorOf(max.email);
  await withSecondFactor({ ...max, ...(await signedIn(max)) });
  await thief.hasFailed();
});

/** The token of an invitation to the organisation of an owner. */
async function invited(by: Pick<Person, 'ok' | 'providerId'>, email: string): Promise<string> {
  await by.ok('team.invite', { email, role: 'admin' });
  return tokenTo(email, 'accept-invite', by.providerId);
}

/** A member of an owner's organisation, signed in. */
async function joined(by: Pick<Person, 'ok' | 'providerId'>) {
  const [person, email] = [browser(), newEmail()];
  const token = await invited(by, email);
  expect((await person.auth('/accept-invitation', { token, name: 'Grace', password })).status).toBe(200);
  const { members } = await by.ok('team.get');
  const { id } = members.find((each: { email: string }) => each.email === email) as { id: string };
  return { ...person, email, password, id, providerId: by.providerId };
}

async function signedIn({ email, password }: { email: string; password: string }) {
  const person = browser();
  expect((await person.signIn(email, password)).status).toBe(200);
  return person;
}

test('removal from the only organisation ends the same; from one of two it ends links and waiting sign-ins', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await joined(ada);
  const thief = await attack(grace);
  expect((await ada.call('team.remove', { id: grace.id })).status).toBe(200);
  await thief.hasFailed();

  const eve = await withSecondFactor(await joined(ada));
  const token = await invited(bob, eve.email);
  expect((await eve.auth('/accept-invitation', { token })).status).toBe(200);
  const waiting = browser();
  await waiting.signIn(eve.email, eve.password);
  expect((await ada.call('team.remove', { id: eve.id })).status).toBe(200);
  expect((await waiting.auth('/two-factor/verify-totp', { code: await code(eve) })).status).toBe(401);
  expect((await eve.call('profile.get', {})).status).toBe(200);
});

test('a reset link ends with the next one', async () => {
  const ada = await owner();
  await forgot(ada.email);
  const first = await tokenTo(ada.email, 'reset', ada.providerId);
  await forgot(ada.email);
  const second = await tokenTo(ada.email, 'reset', ada.providerId);
  expect(second).not.toBe(first);
  expect((await reset(first, NEW_PASSWORD)).status).toBe(400);
  expect((await reset(second, NEW_PASSWORD)).status).toBe(200);
});

test('a sign-in that checked the former password while it was changed starts no session that lasts', async () => {
  const ada = await owner();
  // The change is committed after the password is verified and before the session is stored.
  await api.sql.unsafe(`
    create function test_change() returns trigger language plpgsql as $$ begin
      update staff_account set password = 'changed' where user_id = new.user_id;
      return new;
    end $$;
    create trigger test_change before insert on staff_session for each row execute function test_change()`);
  try {
    const thief = browser();
    await thief.signIn(ada.email, ada.password);
    expect((await thief.call('profile.get', {})).status).toBe(401);
  } finally {
    await api.sql.unsafe('drop trigger test_change on staff_session; drop function test_change()');
  }
});
