import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// The modules read these when they load.
const smtp = await vi.hoisted(async () => {
  vi.resetModules();
  const { startSmtp } = await import('../fakes/smtp.ts');
  const server = await startSmtp();
  process.env.SMTP_URL = server.url;
  process.env.TRUSTED_PROXIES = '127.0.0.0/8';
  return server;
});

import { eventually } from '../fixtures/eventually.ts';
import { origin } from './portal-helpers.ts';
import { usePortal } from './staff-helpers.ts';

const { api, browser, owner, newEmail } = usePortal();
afterAll(() => smtp.stop());

/** The time of the work for a person who exists, which is far above what a busy machine adds, in s. */
const SLOW_S = 0.05;

beforeAll(async () => {
  // The statements that only the work for an existing person has take long.
  await api.sql.unsafe(`
    create function be_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(${SLOW_S}); return null; end $$;
    create trigger slow_verification after insert on staff_verification for each row
      when (not starts_with(new.identifier, '2fa-')) execute function be_slow();
    create trigger slow_mail after insert on mail for each row
      when (new.kind <> 'INVITATION' or new.facts ->> 'name' is not null) execute function be_slow();`);
});

type Ask = (email: string, i: number) => Promise<Response>;

let addresses = 0;
/** A further address of a client, so that no limit counts two requests together. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.${addresses >> 8}.${addresses++ & 255}.7` });

const post = (path: string, body: object, headers: object = {}) =>
  fetch(`${api.base}${path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...fromElsewhere(), ...headers },
    body: JSON.stringify(body),
  });

/**
 * The share of the pairs of a known and an unknown address in which the request for the known one took longer: one half where nothing can
 * be learned. Order statistics do not see single slow requests. The requests alternate, so the load of the machine is the same for both.
 */
async function shareOfSlower(ask: Ask, known: readonly string[], expected: number): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [i, email] of known.entries()) {
    const pair = [['known', email] as const, ['unknown', newEmail()] as const];
    for (const [kind, address] of i % 2 === 0 ? pair : pair.reverse()) {
      const started = performance.now();
      const answer = await ask(address, i);
      times[kind].push(performance.now() - started);
      expect(answer.status).toBe(expected);
      await answer.text();
      // The work after the answer ends before the next request.
      await sleep(3 * SLOW_S * 1_000);
    }
  }
  const wins = times.known.flatMap((a) => times.unknown.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

/** With 24 samples of each, equal distributions leave these bounds once in 10,000 runs. */
const SAMPLES = 24;
function expectEven(share: number): void {
  expect(share).toBeGreaterThan(0.17);
  expect(share).toBeLessThan(0.83);
}

/** Addresses of people of an organisation, who have the password of its owner. */
async function people(count: number, by?: Awaited<ReturnType<typeof owner>>): Promise<string[]> {
  const ada = by ?? (await owner());
  const emails = Array.from({ length: count }, newEmail);
  await api.sql`
    with made as (
      insert into staff_user (id, name, email, email_verified)
      select email, email, email, true from unnest(${emails}::text[]) e (email) returning id
    ), accounts as (
      insert into staff_account (id, account_id, provider_id, user_id, password)
      select 'a' || made.id, made.id, 'credential', made.id, a.password from made
      cross join (select password from staff_account where user_id in (select id from staff_user where email = ${ada.email})) a
    )
    insert into staff_member (organisation_id, user_id, role, created_at, updated_at)
    select p.organisation_id, made.id, 'viewer', now(), now() from made join provider p on p.id = ${ada.providerId}`;
  return emails;
}

const forgot: Ask = (email) => post('/api/auth/request-password-reset', { email });
const signIn: Ask = (email) =>
  post('/api/auth/sign-in/email', { email, password: 'a wrong password of some length' });

test('a request of a new password takes as long for an unknown address, and does its work', async () => {
  const emails = await people(SAMPLES);
  expectEven(await shareOfSlower(forgot, emails, 200));
  await eventually(async () => {
    const mails =
      await api.sql`select 1 from mail where kind = 'PASSWORD_RESET' and access_email = any(${emails})`;
    expect(mails).toHaveLength(SAMPLES);
  });
});

test('a request of a new password takes as long for a person without an organisation', async () => {
  const emails = await people(SAMPLES);
  await api.sql`delete from staff_member where user_id = any(${emails})`;
  expectEven(await shareOfSlower(forgot, emails, 200));
});

test('a failed sign-in takes as long for an unknown address, with and without an organisation', async () => {
  const emails = await people(SAMPLES);
  await api.sql`delete from staff_member where user_id = any(${emails.slice(SAMPLES / 2)})`;
  expectEven(await shareOfSlower(signIn, emails, 401));
});

test('an invitation takes as long for a person of another organisation', async () => {
  const emails = await people(SAMPLES);
  const ada = await owner();
  const invite: Ask = (email) =>
    post('/api/trpc/team.invite', { email, role: 'viewer' }, { cookie: ada.cookie });
  expectEven(await shareOfSlower(invite, emails, 200));
  // What its owner can read of it is the same too.
  const rows = await api.sql`
    select distinct facts - 'link' - 'until' as facts, status from mail
    where provider_id = ${ada.providerId} and kind = 'INVITATION'`;
  expect(rows).toHaveLength(1);

  const invitations = await api.sql<{ id: string; email: string }[]>`
    select i.id, i.email from staff_invitation i join provider p using (organisation_id) where p.id = ${ada.providerId}`;
  const idOf = new Map(invitations.map(({ id, email }) => [email, id]));
  const others = [...idOf.keys()].filter((email) => !emails.includes(email));
  const resend: Ask = (email, i) =>
    post(
      '/api/trpc/team.resendInvitation',
      { id: idOf.get(email) ?? idOf.get(others[i] ?? '') },
      { cookie: ada.cookie },
    );
  expectEven(await shareOfSlower(resend, emails, 200));
});

test('a request of another email address takes as long for one with an account', async () => {
  const emails = await people(SAMPLES);
  // A person may make few such requests.
  const ada = await owner();
  const askers = await people(SAMPLES / 2, ada);
  const cookies: string[] = [];
  for (const email of askers) {
    const asker = browser();
    expect((await asker.signIn(email, ada.password)).status).toBe(200);
    cookies.push(asker.cookie);
  }
  const change: Ask = (email, i) => {
    const cookie = cookies[Math.floor(i / 2)] ?? '';
    return post('/api/auth/request-email-change', { email, password: ada.password }, { cookie });
  };
  expectEven(await shareOfSlower(change, emails, 200));
});
