import { afterAll, expect, test, vi } from 'vitest';

// The modules read SMTP_URL when they load.
const smtp = await vi.hoisted(async () => {
  vi.resetModules();
  const { startSmtp } = await import('../fakes/smtp.ts');
  const server = await startSmtp();
  process.env.SMTP_URL = server.url;
  return server;
});

import { db } from '../../server/db/client.ts';
import { previewEmail } from '../../server/domain/email/read.ts';
import { sendDueEmails } from '../../server/domain/messaging/email/send-due.ts';
import { usePortal } from './staff-helpers.ts';

const { api, browser, owner, newEmail, password } = usePortal();
afterAll(() => smtp.stop());

/** Sends the due emails of an account and returns the link of the last one to a reader. */
async function linkTo(email: string, providerId: string): Promise<string | null> {
  await sendDueEmails({ providerId, budgetMs: 60_000 });
  const last = smtp.received.filter(({ to }) => to.includes(email)).at(-1);
  const text = last?.raw.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
  return /http:\S+\?token=[\w-]+/.exec(text)?.[0] ?? null;
}
const tokenOf = (link: string | null) => new URL(link ?? 'http://none').searchParams.get('token') ?? '';

const forgot = (email: string) => browser().auth('/request-password-reset', { email });
const reset = (token: string, newPassword: string) =>
  browser().auth('/reset-password', { token, newPassword });

/** The request of a reset is answered after its email is queued. */
async function resetLink(email: string, providerId: string): Promise<string> {
  expect((await forgot(email)).status).toBe(200);
  return tokenOf(await linkTo(email, providerId));
}

test('the link of the email sets a new password once and ends every session', async () => {
  const ada = await owner();
  const token = await resetLink(ada.email, ada.providerId);
  expect(token).not.toBe('');
  const [stored] = await api.sql`
    select string_agg(to_jsonb(v)::text, '') as verification,
      (select string_agg(to_jsonb(m)::text, '') from mail m) as mail from staff_verification v`;
  expect(stored?.verification).not.toContain(token);
  expect(stored?.mail).not.toContain(token);

  expect((await reset(token, 'password123456')).body.code).toBe('PASSWORD_TOO_WEAK');
  expect((await reset(token, ada.email)).body.code).toBe('PASSWORD_TOO_WEAK');
  const answers = await Promise.all([reset(token, password), reset(token, password)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await ada.call('team.get', {})).status).toBe(401);
  expect((await browser().signIn(ada.email, ada.password)).status).toBe(401);
  expect((await browser().signIn(ada.email, password)).status).toBe(200);
  const actions = await api.sql`
    select action from audit_entry where provider_id = ${ada.providerId} and action like 'password.%' order by id`;
  expect(actions.map(({ action }) => action)).toContain('password.reset');
});

test('an unknown address gets the same answer and no email', async () => {
  const ada = await owner();
  const before = smtp.received.length;
  const unknown = await forgot(newEmail());
  const known = await forgot(ada.email);
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await linkTo(ada.email, ada.providerId);
  expect(smtp.received.slice(before).map(({ to }) => to)).toEqual([[ada.email]]);
});

test('a link that has expired is refused, and its email is not sent any more', async () => {
  const ada = await owner();
  const token = await resetLink(ada.email, ada.providerId);
  await api.sql`update staff_verification set expires_at = now() - interval '1 second'`;
  expect((await reset(token, password)).body.code).toBe('INVALID_TOKEN');

  await forgot(ada.email);
  await api.sql`
    update mail set facts = jsonb_set(facts, '{until}', to_jsonb(now())) where access_email = ${ada.email} and status = 'QUEUED'`;
  await sendDueEmails({ providerId: ada.providerId, budgetMs: 60_000 });
  const [last] = await api.sql`
    select status, error from mail where access_email = ${ada.email} order by created_at desc, id desc limit 1`;
  expect(last).toMatchObject({ status: 'DROPPED', error: 'The link has expired.' });
});

test('429 for the fourth request of an address, known or unknown', async () => {
  const ada = await owner();
  for (const email of [ada.email, newEmail()]) {
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await forgot(email)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});

test('the portal shows the email of a reset and of an invitation without the link', async () => {
  const ada = await owner();
  const email = newEmail();
  const invited = await ada.ok('team.invite', { email, role: 'viewer' });
  expect(invited.link).toBeNull();
  const link = await linkTo(email, ada.providerId);
  expect(link).toContain('/accept-invite?token=');
  await resetLink(ada.email, ada.providerId);
  const mails = await api.sql`select id from mail where provider_id = ${ada.providerId}`;
  expect(mails).toHaveLength(2);
  for (const { id } of mails) {
    const scope = {
      ...{ providerId: ada.providerId, livemode: false, correlationId: '', now: new Date(), db: db() },
      caller: { type: 'system', name: 'test' } as const,
    };
    const shown = await previewEmail(scope, { id });
    expect(shown.text).not.toContain('token=');
    expect(shown.html).not.toContain('token=');
    expect(shown.text).not.toContain('sandbox');
  }
  const grace = browser();
  const joined = await grace.auth('/accept-invitation', { token: tokenOf(link), name: 'Grace', password });
  expect(joined.status).toBe(200);
});
