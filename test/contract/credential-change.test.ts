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
import { authenticator } from '../fakes/authenticator.ts';
import { eventually } from '../fixtures/eventually.ts';
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

/** What a thief with the password and a code has begun: a session, two links, and a sign-in that waits, or the set-up of a factor. */
async function attack(person: Victim) {
  const factor = person.app ? { email: person.email, app: person.app } : null;
  const thief = browser();
  expect((await thief.signIn(person.email, person.password)).status).toBe(200);
  const ofFactor = async () => (factor ? { code: await code(factor) } : {});
  if (factor) expect((await thief.auth('/two-factor/verify-totp', await ofFactor())).status).toBe(200);
  const begun = factor ? null : await thief.auth('/two-factor/enable', { password: person.password });
  const app = begun && authenticator(begun.body.totpURI);
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
        const { status } = await waiting.auth('/two-factor/verify-totp', { code: await code(factor) });
        expect(status).toBe(401);
      }
      if (app) expect((await thief.auth('/two-factor/verify-totp', { code: app.code() })).status).toBe(401);
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
  const [ada, bob] = [await withSecondFactor(await owner()), await owner()];
  const thief = await attack(ada);
  await bob.ok('team.invite', { email: ada.email, role: 'viewer' });
  const email = newEmail();
  await ada.auth('/request-email-change', { email, password: ada.password, code: await code(ada) });
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
  expect(await sessionsOf(grace.id)).toBe(0);

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

/** Does something while each new row of a table makes a change of credentials in its own transaction, before it is stored. */
async function whileInsertsChange(table: string, change: string, work: () => Promise<void>) {
  await api.sql.unsafe(`
    create function test_change() returns trigger language plpgsql as $$ begin
      ${change}
      return new;
    end $$;
    create trigger test_change before insert on ${table} for each row execute function test_change()`);
  try {
    await work();
  } finally {
    await api.sql.unsafe(`drop trigger test_change on ${table}; drop function test_change()`);
  }
}

const userIdOf = async ({ email }: Pick<Person, 'email'>) =>
  (await api.sql`select id from staff_user where email = ${email}`)[0]?.id as string;
const sessionsOf = async (userId: string) =>
  (await api.sql`select 1 from staff_session where user_id = ${userId}`).length;
const linksOf = async (userId: string) =>
  await api.sql`select identifier from staff_verification where strpos(value, ${userId}) > 0`;

test('a sign-in that checked the former password while it was changed starts no session that lasts', async () => {
  const [ada, bob] = [await owner(), await withSecondFactor(await owner())];
  // The change is committed after the password is verified and before the session is stored.
  const change = `update staff_account set password = 'changed' where user_id = new.user_id;`;
  await whileInsertsChange('staff_session', change, async () => {
    const thief = browser();
    await thief.signIn(ada.email, ada.password);
    expect((await thief.call('profile.get', {})).status).toBe(401);
    const waiting = browser();
    await waiting.signIn(bob.email, bob.password);
    expect(await linksOf(await userIdOf(bob))).toEqual([]);
    expect((await waiting.auth('/two-factor/verify-totp', { code: await code(bob) })).status).toBe(401);
  });
  const [max, kim] = [await owner(), await owner()];
  for (const [person, other] of [
    [max, `update staff_user set email = 'moved-' || id || '@example.com' where id = new.user_id;`],
    [kim, 'update staff_user set two_factor_enabled = true where id = new.user_id;'],
  ] as const) {
    await whileInsertsChange('staff_session', other, async () => {
      const thief = browser();
      await thief.signIn(person.email, person.password);
      expect((await thief.call('profile.get', {})).status, other).toBe(401);
    });
  }
  // The same for the code of a sign-in that began before.
  const waiting = browser();
  const eve = await withSecondFactor(await owner());
  await waiting.signIn(eve.email, eve.password);
  await whileInsertsChange('staff_session', change, async () => {
    await waiting.auth('/two-factor/verify-totp', { code: await code(eve) });
    expect((await waiting.call('profile.get', {})).status).toBe(401);
  });
});

test('a link that is made after the answer, when the credentials have changed, does not exist', async () => {
  const ada = await owner();
  const id = await userIdOf(ada);
  const change = `update staff_account set password = 'changed' || new.id where user_id = '${id}';`;
  const email = newEmail();
  await whileInsertsChange('staff_verification', change, async () => {
    expect((await ada.auth('/request-email-change', { email, password: ada.password })).status).toBe(200);
    expect(await linksOf(id)).toEqual([]);
    await forgot(ada.email);
    expect(await linksOf(id)).toEqual([]);
  });
  expect(await tokenTo(email, 'confirm-email', ada.providerId)).toBe('');
  expect(await tokenTo(ada.email, 'reset', ada.providerId)).toBe('');
});

/** Does something while a change of a person's password is under way, and commits it when a statement waits for it. */
const whileChangeIsUnderWay = <T>(userId: string, begin: () => Promise<T>): Promise<T> =>
  whileUnderWay(`update staff_account set password = 'changed' where user_id = '${userId}'`, begin);

async function whileUnderWay<T>(statement: string, begin: () => Promise<T>, last = 'select 1'): Promise<T> {
  const connection = await api.sql.reserve();
  try {
    await connection`begin`;
    await connection.unsafe(statement);
    const begun = begin();
    await eventually(async () => {
      const waiting = await connection`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect(waiting.length).toBeGreaterThan(0);
    });
    await connection.unsafe(last);
    await connection`commit`;
    return await begun;
  } finally {
    await connection`rollback`.catch(() => {});
    connection.release();
  }
}

test('what begins while a change is under way ends with it: a session, and the links of an email change and of a reset', async () => {
  const [ada, bob, eve] = [await owner(), await owner(), await owner()];
  const thief = browser();
  await whileChangeIsUnderWay(await userIdOf(ada), () => thief.signIn(ada.email, ada.password));
  expect((await thief.call('profile.get', {})).status).toBe(401);

  const bobId = await userIdOf(bob);
  const change = { email: newEmail(), password: bob.password };
  await whileChangeIsUnderWay(bobId, () => bob.auth('/request-email-change', change));
  expect(await linksOf(bobId)).toEqual([]);

  const eveId = await userIdOf(eve);
  await whileChangeIsUnderWay(eveId, () => forgot(eve.email));
  expect(await linksOf(eveId)).toEqual([]);
});

test('a confirmation that begins while the password is changed does not change the address', async () => {
  const ada = await owner();
  const id = await userIdOf(ada);
  const email = newEmail();
  await ada.auth('/request-email-change', { email, password: ada.password });
  const token = await tokenTo(email, 'confirm-email', ada.providerId);
  expect((await whileChangeIsUnderWay(id, () => confirm(token))).status).toBe(400);
  expect(await userIdOf(ada)).toBe(id);
});

test('of reset links that are requested at the same time, one works', async () => {
  const ada = await owner();
  await Promise.all([forgot(ada.email), forgot(ada.email), forgot(ada.email)]);
  expect(await linksOf(await userIdOf(ada))).toHaveLength(1);
});

test('removals from both organisations at the same time end the sessions', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await joined(ada);
  const token = await invited(bob, grace.email);
  expect((await grace.auth('/accept-invitation', { token })).status).toBe(200);
  const first = `delete from staff_member where user_id = '${grace.id}' and organisation_id =
    (select organisation_id from provider where id = '${ada.providerId}')`;
  const { status } = await whileUnderWay(first, () => bob.call('team.remove', { id: grace.id }));
  expect(status).toBe(200);
  expect(await sessionsOf(grace.id)).toBe(0);
});

test('a removal and a change of the second factor leave the invitations of other organisations', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await joined(ada);
  await invited(bob, grace.email);
  await withSecondFactor(grace);
  expect((await ada.call('team.remove', { id: grace.id })).status).toBe(200);
  const { invitations } = await bob.ok('team.get');
  expect(invitations.map((each: { email: string }) => each.email)).toEqual([grace.email]);
});

test('a removal ends an invitation of the same organisation to an address that the person has taken since', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await joined(ada);
  const email = newEmail();
  const [back, elsewhere] = [await invited(ada, email), await invited(bob, email)];
  expect((await grace.auth('/request-email-change', { email, password: grace.password })).status).toBe(200);
  const token = await tokenTo(email, 'confirm-email', ada.providerId);
  expect((await grace.auth('/confirm-email-change', { token })).status).toBe(200);
  expect((await ada.call('team.remove', { id: grace.id })).status).toBe(200);
  const again = await signedIn({ ...grace, email });
  expect((await again.auth('/accept-invitation', { token: back })).status).toBe(400);
  expect((await ada.ok('team.get')).invitations).toEqual([]);
  expect((await again.auth('/accept-invitation', { token: elsewhere })).status).toBe(200);
});

test('a second factor whose set-up was begun and not finished asks for no code', async () => {
  const ada = await owner();
  const { password: typed } = ada;
  expect((await ada.auth('/two-factor/enable', { password: typed })).status).toBe(200);
  expect((await ada.auth('/two-factor/enable', { password: typed })).status).toBe(200);
  const change = { email: newEmail(), password: typed };
  expect((await ada.auth('/request-email-change', change)).status).toBe(200);
});

test('a new password that was checked before another change does not undo it, and starts no session', async () => {
  const hashOf = async (userId: string) =>
    (await api.sql`select password from staff_account where user_id = ${userId}`)[0]?.password;
  const [ada, bob, eve] = [await owner(), await owner(), await owner()];

  // The change of the thief waits for the row that the other change updates.
  const adaId = await userIdOf(ada);
  const passwords = { currentPassword: ada.password, newPassword: NEW_PASSWORD };
  const changed = await whileChangeIsUnderWay(adaId, () => ada.auth('/change-password', passwords));
  expect(changed.status).toBe(409);
  expect(await hashOf(adaId)).toBe('changed');
  expect(await sessionsOf(adaId)).toBe(0);

  // The link is used up already when the other change begins.
  const bobId = await userIdOf(bob);
  await forgot(bob.email);
  const token = await tokenTo(bob.email, 'reset', bob.providerId);
  const [lock, change] = [
    `select 1 from staff_account where user_id = '${bobId}' for update`,
    `update staff_account set password = 'changed' where user_id = '${bobId}'`,
  ];
  expect((await whileUnderWay(lock, () => reset(token, NEW_PASSWORD), change)).status).toBe(409);
  expect(await hashOf(bobId)).toBe('changed');

  const eveId = await userIdOf(eve);
  const before = await hashOf(eveId);
  await forgot(eve.email);
  const link = await tokenTo(eve.email, 'reset', eve.providerId);
  const moved = `update staff_user set email = 'moved-' || id || '@example.com' where id = '${eveId}'`;
  const locked = `select 1 from staff_account where user_id = '${eveId}' for update`;
  expect((await whileUnderWay(locked, () => reset(link, NEW_PASSWORD), moved)).status).toBe(409);
  expect(await hashOf(eveId)).toBe(before);
});
