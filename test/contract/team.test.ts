import { expect, test, vi } from 'vitest';
import { createPartner } from '../../server/domain/partner/create.ts';
import { log } from '../../server/log.ts';
import { eventually } from '../fixtures/eventually.ts';
import { usePortal } from './staff-helpers.ts';

const portal = usePortal();
const { api, browser, owner, member, newEmail, tokenOf, password } = portal;

const summary = (members: { email: string; role: string }[]) =>
  members.map(({ email, role }) => `${email} ${role}`);

/** Actions about the team in the audit trail of an account. */
async function auditOf(providerId: string): Promise<string[]> {
  const rows = await api.sql`
    select action from audit_entry
    where provider_id = ${providerId} and (action like 'member.%' or action like 'ownership.%') order by id`;
  return rows.map(({ action }) => action);
}

test('an invited person chooses a name and a password, is signed in and has the role', async () => {
  const ada = await owner();
  const email = newEmail();
  const invited = await ada.ok('team.invite', { email: ` ${email.toUpperCase()} `, role: 'support' });
  expect(invited).toMatchObject({ email, role: 'support', isExpired: false });
  const days = (Date.parse(invited.expiresAt) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
  const token = tokenOf(invited.link);
  const [stored] =
    await api.sql`select to_jsonb(i)::text as text from staff_invitation i where id = ${invited.id}`;
  expect(stored?.text).not.toContain(token);
  const mails = await api.sql`
    select kind, status, access_email, facts::text as facts from mail where provider_id = ${ada.providerId}`;
  expect(mails).toMatchObject([{ kind: 'INVITATION', status: 'HELD', access_email: email }]);
  expect(mails[0]?.facts).not.toContain(token);

  const grace = browser();
  const joined = await grace.auth('/accept-invitation', { token, name: 'Grace Hopper', password });
  expect(joined).toMatchObject({ status: 200, body: { email } });
  const team = await grace.ok('team.get');
  expect(summary(team.members)).toEqual([`${ada.email} owner`, `${email} support`]);
  expect(team.members[1].name).toBe('Grace Hopper');
  expect(team.invitations).toEqual([]);
  expect((await grace.call('plan.create', {})).status).toBe(403);

  const again = await browser().auth('/accept-invitation', { token, name: 'Mallory', password });
  expect(again).toMatchObject({ status: 400, body: { code: 'INVITATION_GONE' } });
  expect(await auditOf(ada.providerId)).toEqual(['member.invited', 'member.joined']);
  expect((await browser().signIn(email, password)).status).toBe(200);
  await eventually(async () => {
    const { members } = await ada.ok('team.get');
    expect(members[1].lastSignInAt).not.toBeNull();
  });
});

test('one of two requests with the same link joins', async () => {
  const ada = await owner();
  const { link } = await ada.ok('team.invite', { email: newEmail(), role: 'viewer' });
  const accept = (name: string) =>
    browser().auth('/accept-invitation', { token: tokenOf(link), name, password });
  const answers = await Promise.all([accept('One'), accept('Two'), accept('Three')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect((await ada.ok('team.get')).members).toHaveLength(2);
});

test('400 for a weak password, a missing name and a link that has expired, was replaced or was withdrawn', async () => {
  const ada = await owner();
  const email = newEmail();
  const first = await ada.ok('team.invite', { email, role: 'viewer' });
  const accept = async (link: string, more: object) =>
    (await browser().auth('/accept-invitation', { token: tokenOf(link), name: 'Grace', password, ...more }))
      .body.code;
  expect(await accept(first.link, { password: 'password123456' })).toBe('PASSWORD_TOO_WEAK');
  expect(await accept(first.link, { password: email })).toBe('PASSWORD_TOO_WEAK');
  expect(await accept(first.link, { name: undefined })).toBe('REQUIRED');
  expect((await browser().auth('/accept-invitation', { token: 'x' })).body.code).toBe('INVITATION_GONE');

  await api.sql`update staff_invitation set expires_at = now() where id = ${first.id}`;
  expect((await ada.ok('team.get')).invitations).toMatchObject([{ id: first.id, isExpired: true }]);
  expect(await accept(first.link, {})).toBe('INVITATION_GONE');
  const second = await ada.ok('team.resendInvitation', { id: first.id });
  expect(await accept(first.link, {})).toBe('INVITATION_GONE');
  await ada.ok('team.withdrawInvitation', { id: first.id });
  expect(await accept(second.link, {})).toBe('INVITATION_GONE');
  expect((await ada.ok('team.get')).members).toHaveLength(1);
  expect(await auditOf(ada.providerId)).toEqual([
    'member.invited',
    'member.invitation_resent',
    'member.invitation_withdrawn',
  ]);
});

test('a person with an account signs in to join, as the invited person only, and then works in both organisations', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await member(ada, 'admin');
  const { link } = await bob.ok('team.invite', { email: grace.email, role: 'viewer' });
  const accept = (person: Pick<typeof grace, 'auth'>, more = {}) =>
    person.auth('/accept-invitation', { token: tokenOf(link), ...more });
  expect(await accept(browser(), { name: 'Mallory', password })).toMatchObject({
    status: 401,
    body: { code: 'SIGN_IN_TO_JOIN' },
  });
  expect((await accept(ada)).status).toBe(401);
  expect((await accept(grace)).status).toBe(200);

  // Rights are those of the selected organisation.
  expect((await grace.call('accessCredential.create', { label: 'A' })).status).toBe(200);
  await grace.ok('session.switchProvider', { providerId: bob.providerId });
  expect((await grace.call('accessCredential.create', { label: 'A' })).status).toBe(403);
  expect(summary((await grace.ok('team.get')).members)).toEqual([
    `${bob.email} owner`,
    `${grace.email} viewer`,
  ]);

  // A removal ends the access to one organisation at once.
  await bob.ok('team.remove', { id: grace.id });
  expect(summary((await grace.ok('team.get')).members)).toContain(`${ada.email} owner`);
  expect((await grace.call('session.switchProvider', { providerId: bob.providerId })).status).toBe(404);
  await ada.ok('team.remove', { id: grace.id });
  expect((await grace.call('team.get', {})).status).toBe(401);
  const sessions = await api.sql`select 1 from staff_session where user_id = ${grace.id}`;
  expect(sessions).toHaveLength(0);

  // The account stays, so the person can be invited again.
  const back = await ada.ok('team.invite', { email: grace.email, role: 'viewer' });
  expect((await grace.signIn(grace.email, password)).status).toBe(200);
  expect((await grace.call('team.get', {})).status).toBe(401);
  expect((await grace.auth('/accept-invitation', { token: tokenOf(back.link) })).status).toBe(200);
  expect((await grace.call('team.get', {})).status).toBe(200);
});

test('409 for an invitation of a member or of an invited person, 404 for people and invitations of others', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await member(bob, 'viewer');
  const email = newEmail();
  const invited = await bob.ok('team.invite', { email, role: 'viewer' });
  expect(await bob.call('team.invite', { email, role: 'admin' })).toMatchObject({
    status: 409,
    error: { rejectionReasons: [{ field: 'email' }] },
  });
  expect((await bob.call('team.invite', { email: grace.email, role: 'admin' })).status).toBe(409);
  // Another organisation may invite the same person.
  expect((await ada.call('team.invite', { email, role: 'admin' })).status).toBe(200);
  for (const [name, input] of [
    ['team.resendInvitation', { id: invited.id }],
    ['team.withdrawInvitation', { id: invited.id }],
    ['team.changeRole', { id: grace.id, role: 'owner' }],
    ['team.remove', { id: grace.id }],
    ['team.transferOwnership', { id: grace.id, confirm: grace.email }],
  ] as const) {
    const foreign = await ada.call(name, input);
    const unknown = await ada.call(name, { ...input, id: 'none' });
    expect([foreign.status, unknown.status], name).toEqual([404, 404]);
    expect({ ...foreign.error, correlationId: '' }).toEqual({ ...unknown.error, correlationId: '' });
  }
});

test('429 for a fourth email to one address in 15 minutes, also by new invitations, and no email is sent then', async () => {
  const ada = await owner();
  const [email, other] = [newEmail(), newEmail()];
  const { id } = await ada.ok('team.invite', { email, role: 'viewer' });
  await ada.ok('team.resendInvitation', { id });
  await ada.ok('team.withdrawInvitation', { id });
  const again = await ada.ok('team.invite', { email, role: 'viewer' });
  const refused = await ada.call('team.resendInvitation', { id: again.id });
  expect(refused.status).toBe(429);
  await ada.ok('team.withdrawInvitation', { id: again.id });
  expect((await ada.call('team.invite', { email, role: 'viewer' })).status).toBe(429);
  await ada.ok('team.invite', { email: other, role: 'viewer' });
  const mails = await api.sql`
    select access_email from mail where kind = 'INVITATION' and access_email = any(${[email, other]}) order by id`;
  expect(mails.map((mail) => mail.access_email)).toEqual([email, email, email, other]);
  const left = await api.sql`select 1 from staff_invitation where email = ${email}`;
  expect(left).toEqual([]);
});

test('409 for an invitation beyond 250 members and invitations, until one is withdrawn', async () => {
  const ada = await owner();
  const { id } = await ada.ok('team.invite', { email: newEmail(), role: 'viewer' });
  await api.sql`
    insert into staff_invitation
    select (jsonb_populate_record(i, jsonb_build_object('id', id || n, 'email', n || email, 'token_hash', token_hash || n))).*
    from staff_invitation i, generate_series(1, 248) n where id = ${id}`;
  const invitation = { email: newEmail(), role: 'viewer' };
  expect((await ada.call('team.invite', invitation)).status).toBe(409);
  await ada.ok('team.withdrawInvitation', { id });
  expect((await ada.call('team.invite', invitation)).status).toBe(200);
  expect((await ada.call('team.invite', { ...invitation, email: newEmail() })).status).toBe(409);
});

test('403 for every change of the team by another role, and a line of the security log for each change by an owner', async () => {
  const ada = await owner();
  const grace = await member(ada, 'admin');
  const lines: Record<string, unknown>[] = [];
  const spy = vi.spyOn(log, 'info').mockImplementation((line: unknown) => {
    lines.push(line as Record<string, unknown>);
  });
  const changes = [
    ['team.invite', { email: newEmail(), role: 'viewer' }],
    ['team.changeRole', { id: grace.id, role: 'billing' }],
    ['team.transferOwnership', { id: grace.id, confirm: grace.email }],
  ] as const;
  for (const [name, input] of changes) expect((await grace.call(name, input)).status, name).toBe(403);
  expect(lines.filter(({ security }) => security)).toEqual([]);
  for (const [name, input] of changes) expect((await ada.call(name, input)).status, name).toBe(200);
  spy.mockRestore();
  expect(lines.filter(({ security }) => security).map(({ event, account }) => `${event} ${account}`)).toEqual(
    [`member.invited ${ada.email}`, `member.role_changed ${ada.email}`, `ownership.transferred ${ada.email}`],
  );
  expect(summary((await grace.ok('team.get')).members)).toEqual([
    `${grace.email} owner`,
    `${ada.email} admin`,
  ]);
  expect((await ada.call('team.remove', { id: grace.id })).status).toBe(403);
});

test('the last owner can neither leave nor take another role, and ownership is transferred with the address typed', async () => {
  const ada = await owner();
  const grace = await member(ada, 'admin');
  const [{ id }] = (await ada.ok('team.get')).members;
  expect((await ada.call('team.changeRole', { id, role: 'viewer' })).status).toBe(409);
  expect((await ada.call('team.remove', { id })).status).toBe(409);
  const transfer = (confirm: string) => ada.call('team.transferOwnership', { id: grace.id, confirm });
  expect(await transfer('somebody@example.com')).toMatchObject({
    status: 400,
    error: { errorCode: 'CONFIRMATION_MISMATCH' },
  });
  expect((await ada.call('team.transferOwnership', { id, confirm: ada.email })).status).toBe(409);
  expect((await transfer(grace.email)).status).toBe(200);
});

test('two owners who remove each other at the same time leave one owner', async () => {
  for (let round = 0; round < 5; round++) {
    const ada = await owner();
    const grace = await member(ada, 'owner');
    const { members } = await ada.ok('team.get');
    const idOf = (email: string) => members.find((each: { email: string }) => each.email === email).id;
    const answers = await Promise.all([
      ada.call('team.remove', { id: grace.id }),
      grace.call('team.changeRole', { id: idOf(ada.email), role: 'viewer' }),
    ]);
    const owners = await api.sql`
      select m.user_id from staff_member m join provider p on p.organisation_id = m.organisation_id
      where p.id = ${ada.providerId} and m.role = 'owner'`;
    expect(owners, JSON.stringify(answers)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test('a change of the team is in the audit trail of the sandbox and of the live account', async () => {
  const ada = await owner();
  const live = await createPartner({ name: 'Partner', email: ada.email, livemode: true });
  const grace = await member(ada, 'viewer');
  await ada.ok('team.remove', { id: grace.id });
  const expected = ['member.invited', 'member.joined', 'member.removed'];
  expect(await auditOf(ada.providerId)).toEqual(expected);
  expect(await auditOf(live.providerId)).toEqual(expected);
});
