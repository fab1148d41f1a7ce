import { expect, test, vi } from 'vitest';
import { log } from '../../server/log.ts';
import { answerDownload } from '../../server/portal/downloads.ts';
import { EXPORT_PATH, exportCsv } from '../../server/portal/export.ts';
import { downloadRejects, REJECTS_PATH } from '../../server/portal/job-rejects.ts';
import { authenticator } from '../fakes/authenticator.ts';
import { eventually } from '../fixtures/eventually.ts';
import { usePortal } from './staff-helpers.ts';

const INVOICES = '/api/invoices/';
const { api, browser, owner, member, withSecondFactor } = usePortal({
  [EXPORT_PATH]: exportCsv,
  [INVOICES]: answerDownload,
  [REJECTS_PATH]: downloadRejects,
});

type Person = Awaited<ReturnType<typeof withSecondFactor<Awaited<ReturnType<typeof owner>>>>>;

/** A code that was not used, also where the time steps that are accepted now were. */
async function freshCode({ email, app }: Pick<Person, 'email' | 'app'>): Promise<string> {
  await api.sql`
    update staff_two_factor set last_step = null where user_id = (select id from staff_user where email = ${email})`;
  app.restart();
  return app.code();
}

/** A browser in which a person has entered the password. */
async function challenged({ email, password }: Pick<Person, 'email' | 'password'>) {
  const person = browser();
  const answer = await person.signIn(email, password);
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
  return person;
}

const verify = (person: Pick<Person, 'auth'>, code: string, more = {}) =>
  person.auth('/two-factor/verify-totp', { code, ...more });
const recover = (person: Pick<Person, 'auth'>, code: string) =>
  person.auth('/two-factor/verify-backup-code', { code });
const isSignedIn = async (person: Pick<Person, 'call'>) => (await person.call('team.get', {})).status === 200;

/** Actions about second factors and sign-ins in the audit trail, as soon as the last one is written. */
async function auditOf(providerId: string, last: string): Promise<string[]> {
  return eventually(async () => {
    const rows = await api.sql`
      select action from audit_entry
      where provider_id = ${providerId} and (action like 'second_factor.%' or action like 'sign_in.%') order by id`;
    const actions = rows.map(({ action }) => action as string);
    expect(actions.at(-1)).toBe(last);
    return actions;
  });
}

test('the second factor is on after the password and a first code, and ends the other sessions', async () => {
  const ada = await owner();
  const elsewhere = browser();
  expect((await elsewhere.signIn(ada.email, ada.password)).status).toBe(200);
  expect(await ada.auth('/two-factor/enable', { password: 'not the password' })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PASSWORD' },
  });

  const begun = await ada.auth('/two-factor/enable', {
    password: ada.password,
    method: 'otp',
    issuer: 'Eve',
  });
  expect(begun.status).toBe(200);
  const { totpURI, backupCodes } = begun.body;
  expect(totpURI).toContain(`otpauth://totp/Demarc:${encodeURIComponent(ada.email)}?`);
  expect(new Set(backupCodes).size).toBe(10);
  const [row] = await api.sql`select to_jsonb(f)::text as text from staff_two_factor f
    where user_id = (select id from staff_user where email = ${ada.email})`;
  for (const secret of [new URL(totpURI).searchParams.get('secret'), ...backupCodes]) {
    expect(row?.text).not.toContain(secret);
  }

  // Not on yet.
  expect((await browser().signIn(ada.email, ada.password)).body.twoFactorRedirect).toBeUndefined();
  expect(await ada.ok('profile.get')).toMatchObject({ hasSecondFactor: false, recoveryCodesLeft: 0 });
  const app = authenticator(totpURI);
  expect((await verify(ada, app.codeIn(5))).status).toBe(401);
  expect((await verify(ada, app.code())).status).toBe(200);
  expect(await ada.ok('profile.get')).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 10 });
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect((await ada.ok('team.get')).members).toMatchObject([{ hasSecondFactor: true }]);

  // Neither another set-up nor a test of codes is possible now.
  expect((await ada.auth('/two-factor/enable', { password: ada.password })).status).toBe(400);
  expect((await verify(ada, app.code())).body.code).toBe('ALREADY_ENABLED');
  expect((await recover(ada, backupCodes[0])).body.code).toBe('ALREADY_ENABLED');
});

test('a sign-in needs the code, and a code works once', async () => {
  const ada = await withSecondFactor(await owner());
  const first = await challenged(ada);
  expect(await isSignedIn(first)).toBe(false);
  expect((await verify(first, ada.app.codeIn(4))).body.code).toBe('INVALID_CODE');
  const code = ada.app.code();
  const answer = await verify(first, `${code.slice(0, 3)} ${code.slice(3)}`, { trustDevice: true });
  expect(answer.status).toBe(200);
  expect(await isSignedIn(first)).toBe(true);

  // The device is not trusted: a later sign-in needs a code again, and not the one that was used.
  await first.auth('/sign-out', {});
  expect((await first.signIn(ada.email, ada.password)).body.twoFactorRedirect).toBe(true);
  expect(await verify(first, code)).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });
  expect(await isSignedIn(first)).toBe(false);

  // Nor an older one than the last.
  const later = await challenged(ada);
  await freshCode(ada);
  expect((await verify(later, ada.app.codeIn(1))).status).toBe(200);
  expect((await verify(await challenged(ada), ada.app.codeIn(0))).status).toBe(401);
});

test('of concurrent sign-ins with one code one succeeds', async () => {
  const ada = await withSecondFactor(await owner());
  const people = await Promise.all(Array.from({ length: 4 }, () => challenged(ada)));
  const code = await freshCode(ada);
  const answers = await Promise.all(people.map((person) => verify(person, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
});

test('a recovery code signs in once, in any spelling, and a new set replaces the former', async () => {
  const ada = await withSecondFactor(await owner());
  const [one = '', two = '', three = ''] = ada.recoveryCodes;
  const person = await challenged(ada);
  expect((await recover(person, 'aaaaa-aaaaa')).body.code).toBe('INVALID_BACKUP_CODE');
  expect((await recover(person, one.toUpperCase().replace('-', ' '))).status).toBe(200);
  expect(await person.ok('profile.get')).toMatchObject({ recoveryCodesLeft: 9 });
  expect((await recover(await challenged(ada), one)).status).toBe(401);

  const replace = (password: string, code: string) =>
    person.auth('/two-factor/generate-backup-codes', { password, code });
  expect((await replace('not the password', two)).body.code).toBe('INVALID_PASSWORD');
  expect((await replace(ada.password, 'aaaaa-aaaaa')).body.code).toBe('INVALID_CODE');
  const replaced = await replace(ada.password, await freshCode(ada));
  expect(replaced.body.backupCodes).toHaveLength(10);
  expect(await person.ok('profile.get')).toMatchObject({ recoveryCodesLeft: 10 });
  expect((await recover(await challenged(ada), three)).status).toBe(401);
  expect((await recover(await challenged(ada), replaced.body.backupCodes[0])).status).toBe(200);
});

test('of concurrent sign-ins with one recovery code one succeeds', async () => {
  const ada = await withSecondFactor(await owner());
  const people = await Promise.all(Array.from({ length: 8 }, () => challenged(ada)));
  const answers = await Promise.all(people.map((person) => recover(person, ada.recoveryCodes[0] ?? '')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
});

test('turning the second factor off needs the password and a code', async () => {
  const ada = await withSecondFactor(await owner());
  const off = (password: string, code: string) => ada.auth('/two-factor/disable', { password, code });
  const used = await freshCode(ada);
  expect((await verify(await challenged(ada), used)).status).toBe(200);
  expect((await off('not the password', ada.app.code())).body.code).toBe('INVALID_PASSWORD');
  expect((await off(ada.password, used)).body.code).toBe('INVALID_CODE');
  expect((await off(ada.password, '')).body.code).toBe('INVALID_CODE');
  expect((await ada.auth('/two-factor/disable', { password: ada.password })).body.code).toBe('INVALID_CODE');
  expect(await ada.ok('profile.get')).toMatchObject({ hasSecondFactor: true });
  // A wrong password does not use the code up.
  expect((await off(ada.password, await freshCode(ada))).status).toBe(200);
  expect(await ada.ok('profile.get')).toMatchObject({ hasSecondFactor: false, recoveryCodesLeft: 0 });
  expect((await browser().signIn(ada.email, ada.password)).body.twoFactorRedirect).toBeUndefined();

  const again = await withSecondFactor(ada);
  const withCode = { password: ada.password, code: again.recoveryCodes[3] };
  expect((await ada.auth('/two-factor/disable', withCode)).status).toBe(200);
});

test('429 after ten wrong codes in several sign-ins, then for the password as well', async () => {
  const ada = await withSecondFactor(await owner());
  const statuses = [];
  for (let round = 0; round < 3; round++) {
    const person = await challenged(ada);
    for (let i = 0; i < 4; i++) statuses.push((await verify(person, '000000')).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const locked = await browser().signIn(ada.email, ada.password);
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  const actions = await auditOf(ada.providerId, 'sign_in.locked_out');
  expect(actions.filter((action) => action === 'second_factor.failed')).toHaveLength(10);
});

test('a sign-in waits for the second factor for ten minutes and for five codes', async () => {
  const ada = await withSecondFactor(await owner());
  const late = await challenged(ada);
  await api.sql`update staff_verification set expires_at = now() - interval '1 second' where identifier like '2fa-%'`;
  expect(await verify(late, await freshCode(ada))).toMatchObject({
    status: 401,
    body: { code: 'INVALID_TWO_FACTOR_COOKIE' },
  });
  const unlucky = await challenged(ada);
  const codes = [];
  for (let i = 0; i < 6; i++) codes.push((await recover(unlucky, `wrong-${i}`)).body.code);
  expect(codes).toEqual([...Array(5).fill('INVALID_BACKUP_CODE'), 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']);
  expect((await verify(unlucky, await freshCode(ada))).status).toBe(401);
  expect((await verify(browser(), await freshCode(ada))).body.code).toBe('INVALID_TWO_FACTOR_COOKIE');
});

test('404 for the paths of better-auth that send or show codes', async () => {
  const ada = await withSecondFactor(await owner());
  for (const path of ['send-otp', 'verify-otp', 'get-totp-uri', 'view-backup-codes', 'generate-totp']) {
    expect((await ada.auth(`/two-factor/${path}`, { password: ada.password })).status, path).toBe(404);
  }
});

test('the security log and the audit trail have each step, and no secret', async () => {
  const lines: Record<string, unknown>[] = [];
  const spies = (['info', 'warn'] as const).map((level) =>
    vi.spyOn(log, level).mockImplementation((line: unknown) => {
      lines.push(line as Record<string, unknown>);
    }),
  );
  const ada = await withSecondFactor(await owner());
  const person = await challenged(ada);
  await verify(person, '000000');
  await recover(person, ada.recoveryCodes[0] ?? '');
  await person.auth('/two-factor/disable', { password: ada.password, code: '000000' });
  const proof = async () => ({ password: ada.password, code: await freshCode(ada) });
  await person.auth('/two-factor/generate-backup-codes', await proof());
  await person.auth('/two-factor/disable', await proof());
  const expected = [
    'sign_in.succeeded',
    'second_factor.enabled',
    'second_factor.requested',
    'second_factor.failed',
    'second_factor.recovery_code_used',
    'sign_in.succeeded',
    'second_factor.change_failed',
    'second_factor.recovery_codes_replaced',
    'second_factor.disabled',
  ];
  expect(await auditOf(ada.providerId, 'second_factor.disabled')).toEqual(expected);
  for (const spy of spies) spy.mockRestore();
  // The log may still get a line of the test before.
  const security = lines.filter((line) => line.security && line.account === ada.email);
  expect(security.map(({ event }) => event)).toEqual(expected);
  for (const line of security) expect(line).toMatchObject({ address: '127.0.0.1' });
  const text = JSON.stringify(lines);
  for (const code of ada.recoveryCodes) expect(text).not.toContain(code);
});

/** The statuses of one portal request of each kind. */
async function statusesOf(person: Pick<Person, 'call' | 'get'>) {
  return {
    query: (await person.call('team.get', {})).status,
    mutation: (await person.call('plan.create', {})).status,
    export: await person.get(`${EXPORT_PATH}subscribers`),
    pdf: await person.get(`${INVOICES}inv_none/pdf`),
    rejects: await person.get(`${REJECTS_PATH}job_none`),
  };
}
const open = { query: 200, mutation: 400, export: 200, pdf: 404, rejects: 404 };
const blocked = { query: 403, mutation: 403, export: 403, pdf: 403, rejects: 403 };

test('an owner with a second factor can require one: 403 for everything else until a member has set it up', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await member(ada, 'admin');
  const requirement = { isRequired: true };
  expect(await ada.call('team.requireSecondFactor', requirement)).toMatchObject({
    status: 409,
    error: { rejectionReasons: [{ message: 'Turn on your own second factor first.' }] },
  });
  expect((await grace.call('team.requireSecondFactor', requirement)).status).toBe(403);
  expect(await statusesOf(grace)).toEqual(open);

  const secured = await withSecondFactor(ada);
  await ada.ok('team.requireSecondFactor', requirement);
  expect(await statusesOf(grace)).toEqual(blocked);
  expect((await grace.call('team.get', {})).error).toMatchObject({
    error: 'FORBIDDEN',
    rejectionReasons: [{ message: 'Set up a second factor first.' }],
  });
  expect(await statusesOf(ada)).toEqual(open);
  expect(await statusesOf(bob)).toEqual(open);
  const anew = browser();
  expect((await anew.signIn(grace.email, grace.password)).status).toBe(200);
  expect(await statusesOf(anew)).toEqual(blocked);

  await withSecondFactor({ ...anew, password: grace.password });
  expect(await statusesOf(anew)).toEqual(open);
  expect((await anew.ok('team.get')).requiresSecondFactor).toBe(true);
  expect(await anew.ok('profile.get')).toMatchObject({ requiresSecondFactor: true });

  // Owners may turn their own off, but need it again at once.
  await ada.auth('/two-factor/disable', { password: ada.password, code: await freshCode(secured) });
  expect(await statusesOf(ada)).toEqual(blocked);
  await withSecondFactor(ada);
  await ada.ok('team.requireSecondFactor', { isRequired: false });
  const late = await member(ada, 'viewer');
  expect((await statusesOf(late)).query).toBe(200);
  const actions = await auditOf(ada.providerId, 'second_factor.made_optional');
  expect(actions).toContain('second_factor.required');
});

test('the strictest organisation of a person decides', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await member(ada, 'viewer');
  const { link } = await bob.ok('team.invite', { email: grace.email, role: 'viewer' });
  const token = new URL(link).searchParams.get('token');
  expect((await grace.auth('/accept-invitation', { token })).status).toBe(200);
  await withSecondFactor(bob);
  await bob.ok('team.requireSecondFactor', { isRequired: true });
  expect((await statusesOf(grace)).query).toBe(403);
  await bob.ok('team.remove', { id: grace.id });
  expect((await statusesOf(grace)).query).toBe(200);
});

test('an owner resets the second factor of a member, whose sessions end', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await withSecondFactor(await member(ada, 'admin'));
  const reset = (by: Pick<Person, 'call'>, id = grace.id) => by.call('team.resetSecondFactor', { id });
  expect((await reset(grace)).status).toBe(403);
  const [foreign, unknown] = [await reset(bob), await reset(bob, 'none')];
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect({ ...foreign.error, correlationId: '' }).toEqual({ ...unknown.error, correlationId: '' });
  const [{ id: own }] = (await ada.ok('team.get')).members;
  expect((await reset(ada, own)).status).toBe(409);

  // A sign-in that waits for the second factor does not survive either.
  const waiting = await challenged(grace);
  expect((await reset(ada)).data).toMatchObject({ id: grace.id, hasSecondFactor: false });
  expect(await isSignedIn(grace)).toBe(false);
  expect((await recover(waiting, grace.recoveryCodes[0] ?? '')).status).toBe(401);
  expect((await reset(ada)).status).toBe(409);
  const back = browser();
  expect((await back.signIn(grace.email, grace.password)).body.twoFactorRedirect).toBeUndefined();
  expect(await isSignedIn(back)).toBe(true);
  expect(await auditOf(ada.providerId, 'sign_in.succeeded')).toContain('second_factor.reset');
});

test('409 for the reset of a member of another organisation, which the second factor protects as well', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await withSecondFactor(await member(ada, 'viewer'));
  const { link } = await bob.ok('team.invite', { email: grace.email, role: 'viewer' });
  const token = new URL(link).searchParams.get('token');
  expect((await grace.auth('/accept-invitation', { token })).status).toBe(200);
  expect((await bob.call('team.resetSecondFactor', { id: grace.id })).status).toBe(409);
  expect(await isSignedIn(grace)).toBe(true);
});
