import { afterAll, expect, test, vi } from 'vitest';

// The modules read SMTP_URL when they load.
const smtp = await vi.hoisted(async () => {
  vi.resetModules();
  const { startSmtp } = await import('../fakes/smtp.ts');
  const server = await startSmtp();
  process.env.SMTP_URL = server.url;
  return server;
});

import { sendDueEmails } from '../../server/domain/messaging/email/send-due.ts';
import { eventually } from '../fixtures/eventually.ts';
import { usePortal } from './staff-helpers.ts';

const { api, browser, owner, withSecondFactor, newEmail } = usePortal();
afterAll(() => smtp.stop());

type Person = Awaited<ReturnType<typeof owner>>;

/** Sends the due emails of an account and returns those to a reader. */
async function emailsTo(email: string, providerId: string): Promise<string[]> {
  await sendDueEmails({ providerId, budgetMs: 60_000 });
  return smtp.received
    .filter(({ to }) => to.includes(email))
    .map(({ raw }) => raw.replace(/=\r\n/g, '').replace(/=3D/g, '='));
}

const request = (person: Person, email: string, password = person.password) =>
  person.auth('/request-email-change', { email, password });
const confirm = (token: string, by: Pick<Person, 'auth'> = browser()) =>
  by.auth('/confirm-email-change', { token });

async function linkTo(email: string, providerId: string): Promise<string> {
  const text = (await emailsTo(email, providerId)).at(-1) ?? '';
  const link = /http:\S+\/confirm-email\?token=([\w-]+)/.exec(text);
  return link?.[1] ?? '';
}

test('the new address is used once its link is confirmed, and the former one gets a notice', async () => {
  const ada = await owner();
  const email = newEmail();
  expect((await request(ada, email, 'not the password')).body.code).toBe('INVALID_PASSWORD');
  expect((await request(ada, ` ${email.toUpperCase()} `)).body).toEqual({ email });
  const token = await linkTo(email, ada.providerId);
  expect(token).not.toBe('');
  const [stored] = await api.sql`
    select string_agg(to_jsonb(v)::text, '') as verification from staff_verification v`;
  expect(stored?.verification).not.toContain(token);
  // Nothing has changed yet.
  expect((await browser().signIn(ada.email, ada.password)).status).toBe(200);
  expect((await browser().signIn(email, ada.password)).status).toBe(401);

  // A link for a new password, which the former address has received, stops working.
  await browser().auth('/request-password-reset', { email: ada.email });
  const answers = await Promise.all([confirm(token, ada), confirm(token, ada)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  // Both emails are sent at once, so either may be the first.
  const emails = await emailsTo(ada.email, ada.providerId);
  const notices = emails.filter((text) =>
    text.includes('The email address of your Demarc account has changed'),
  );
  expect(notices).toHaveLength(1);
  const resetLink = emails
    .map((text) => /\/reset\?token=([\w-]+)/.exec(text)?.[1])
    .find((found) => found !== undefined);
  const newPassword = 'walnut harbour lantern quilt';
  expect(resetLink).toBeDefined();
  expect((await browser().auth('/reset-password', { token: resetLink, newPassword })).status).toBe(400);

  expect((await browser().signIn(ada.email, ada.password)).status).toBe(401);
  expect((await browser().signIn(email, ada.password)).status).toBe(200);
  expect(await ada.ok('profile.get')).toMatchObject({ email });
  const entry = await eventually(async () => {
    const [found] = await api.sql`
      select changes::jsonb from audit_entry where provider_id = ${ada.providerId} and action = 'email.changed'`;
    expect(found).toBeDefined();
    return found;
  });
  expect(entry?.changes).toMatchObject({ formerAddress: { before: null, after: ada.email } });
});

test('a second request ends the link of the first, also where it leads to no link', async () => {
  const [ada, ben] = [await owner(), await owner()];
  const [mistyped, meant] = [newEmail(), newEmail()];
  await request(ada, mistyped);
  const first = await linkTo(mistyped, ada.providerId);
  const other = newEmail();
  await request(ben, other);
  const kept = await linkTo(other, ben.providerId);
  await request(ada, meant);
  const second = await linkTo(meant, ada.providerId);
  expect((await confirm(first)).status).toBe(400);
  await request(ada, ben.email);
  expect((await emailsTo(ada.email, ada.providerId)).length).toBeGreaterThan(2);
  expect((await confirm(second)).status).toBe(400);
  expect((await confirm(kept)).status).toBe(200);
});

test('an address with an account gets the same answer and no email', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const free = newEmail();
  const [taken, unknown] = [await request(ada, bob.email), await request(ada, free)];
  expect(taken).toMatchObject({ status: 200, body: { email: bob.email } });
  expect(unknown).toMatchObject({ status: 200, body: { email: free } });
  await emailsTo(free, ada.providerId);
  expect(smtp.received.filter(({ to }) => to.includes(bob.email))).toEqual([]);
  expect((await request(ada, ada.email)).body.code).toBe('SAME_EMAIL');
});

test('400 for a link that has expired, and for an address that another person has by now', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const email = newEmail();
  await request(ada, email);
  await request(bob, email);
  const [first, second] = [await linkTo(email, ada.providerId), await linkTo(email, bob.providerId)];
  expect((await confirm(first)).status).toBe(200);
  expect((await confirm(second)).body.code).toBe('INVALID_TOKEN');
  await request(bob, newEmail());
  const late = newEmail();
  await request(bob, late);
  const token = await linkTo(late, bob.providerId);
  await api.sql`update staff_verification set expires_at = now() - interval '1 second'`;
  expect((await confirm(token)).body.code).toBe('INVALID_TOKEN');
});

/** A code that was not used. */
async function code({
  email,
  app,
}: {
  email: string;
  app: { restart(): void; code(): string };
}): Promise<string> {
  await api.sql`
    update staff_two_factor set last_step = null where user_id = (select id from staff_user where email = ${email})`;
  app.restart();
  return app.code();
}

test('the present address gets a notice when a change is requested, also for a taken address', async () => {
  const [ada, bob] = [await owner(), await owner()];
  for (const email of [newEmail(), bob.email]) {
    const before = smtp.received.length;
    await ada.auth('/request-email-change', { email, password: ada.password });
    await sendDueEmails({ providerId: ada.providerId, budgetMs: 60_000 });
    const notices = smtp.received.slice(before).filter(({ to }) => to.includes(ada.email));
    expect(notices).toHaveLength(1);
    expect(notices[0]?.raw.replace(/=\r\n/g, '')).toContain(email);
  }
});

test('with a second factor, a new password and a new address need a code', async () => {
  const ada = await withSecondFactor(await owner());
  const passwords = { currentPassword: ada.password, newPassword: 'copper meadow violin anchor' };
  const address = { email: newEmail(), password: ada.password };
  for (const [path, body] of [
    ['/change-password', passwords],
    ['/request-email-change', address],
  ] as const) {
    expect((await ada.auth(path, body)).body.code).toBe('INVALID_CODE');
    expect((await ada.auth(path, { ...body, code: '000000' })).body.code).toBe('INVALID_CODE');
  }
  expect((await browser().signIn(ada.email, passwords.newPassword)).status).toBe(401);
  expect((await ada.auth('/request-email-change', { ...address, code: await code(ada) })).status).toBe(200);
  expect((await ada.auth('/change-password', { ...passwords, code: await code(ada) })).status).toBe(200);
});

test('401 without a session, 429 for the fourth request', async () => {
  const ada = await owner();
  const anonymous = await browser().auth('/request-email-change', {
    email: newEmail(),
    password: ada.password,
  });
  expect(anonymous.status).toBe(401);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await request(ada, newEmail())).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('an email about access is sent once: staff send one again that failed only', async () => {
  const ada = await owner();
  const email = newEmail();
  smtp.behaviour.recipient = () => '550 unknown';
  await ada.ok('team.invite', { email, role: 'viewer' });
  expect(await emailsTo(email, ada.providerId)).toEqual([]);
  smtp.behaviour.recipient = undefined;
  const { data } = await ada.ok('email.list');
  const [{ id, status }] = data;
  expect(status).toBe('FAILED');
  await ada.ok('email.resend', { id });
  expect(await emailsTo(email, ada.providerId)).toHaveLength(1);
  expect((await ada.call('email.resend', { id })).status).toBe(409);
  expect(await emailsTo(email, ada.providerId)).toHaveLength(1);
});
