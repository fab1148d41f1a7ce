import { expect, test } from 'vitest';
import { usePortal } from './staff-helpers.ts';

const { api, browser, owner, member } = usePortal();

type Session = { id: string; isCurrent: boolean; device: string; address: string };

test('people change their own name, which the team and the audit trail show', async () => {
  const ada = await owner();
  const grace = await member(ada, 'viewer');
  expect((await grace.call('profile.rename', { name: '' })).status).toBe(400);
  await grace.ok('profile.rename', { name: 'Rear Admiral Hopper' });
  expect(await grace.ok('profile.get')).toMatchObject({ name: 'Rear Admiral Hopper', email: grace.email });
  const { members } = await ada.ok('team.get');
  expect(members.map(({ name }: { name: string }) => name)).toContain('Rear Admiral Hopper');
  const [entry] = await api.sql`
    select changes::jsonb from audit_entry where provider_id = ${ada.providerId} and action = 'member.renamed'`;
  expect(entry?.changes).toEqual({ name: { before: 'Grace', after: 'Rear Admiral Hopper' } });
});

test('people see their own sessions and end one of them, or all others', async () => {
  const ada = await owner();
  const grace = await member(ada, 'viewer');
  const [one, two, three] = [browser(), browser(), browser()];
  for (const other of [one, two, three]) {
    expect((await other.signIn(grace.email, grace.password)).status).toBe(200);
  }
  const sessions: Session[] = await grace.ok('profile.sessions');
  expect(sessions).toHaveLength(4);
  for (const { address, device } of sessions) {
    expect({ address, device }).toEqual({ address: '127.0.0.1', device: 'Unknown device' });
  }
  const rows = await api.sql`select token from staff_session`;
  for (const { token } of rows) expect(JSON.stringify(sessions)).not.toContain(token);

  const currentOf = async (person: Pick<typeof grace, 'ok'>) => {
    const current = ((await person.ok('profile.sessions')) as Session[]).filter((each) => each.isCurrent);
    expect(current).toHaveLength(1);
    return current[0]?.id;
  };
  expect((await grace.call('profile.endSession', { id: await currentOf(grace) })).status).toBe(409);
  const id = await currentOf(one);
  await grace.ok('profile.endSession', { id });
  expect((await one.call('team.get', {})).status).toBe(401);
  expect((await two.call('team.get', {})).status).toBe(200);
  expect((await grace.call('profile.endSession', { id })).status).toBe(404);

  expect(await grace.ok('profile.endOtherSessions')).toEqual({ ended: 2 });
  for (const other of [two, three]) expect((await other.call('team.get', {})).status).toBe(401);
  expect(await grace.ok('profile.sessions')).toMatchObject([{ isCurrent: true }]);
  const entries = await api.sql`
    select actor_name from audit_entry where provider_id = ${ada.providerId} and action = 'session.ended'`;
  expect(entries.map((entry) => entry.actor_name)).toEqual(['Grace', 'Grace']);
});

test('404 for a session of another person, as for an unknown one', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const [own] = (await ada.ok('profile.sessions')) as Session[];
  const foreign = await bob.call('profile.endSession', { id: own?.id });
  const unknown = await bob.call('profile.endSession', { id: 'none' });
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect({ ...foreign.error, correlationId: '' }).toEqual({ ...unknown.error, correlationId: '' });
  await bob.ok('profile.endOtherSessions');
  expect((await ada.call('team.get', {})).status).toBe(200);
});

test('sessions that have expired are not listed', async () => {
  const ada = await owner();
  await browser().signIn(ada.email, ada.password);
  expect(await ada.ok('profile.sessions')).toHaveLength(2);
  await api.sql`
    update staff_session set expires_at = now() - interval '1 second'
    where created_at = (select max(created_at) from staff_session
      where user_id = (select id from staff_user where email = ${ada.email}))`;
  expect(await ada.ok('profile.sessions')).toHaveLength(1);
});

test('of very many sessions, the hundred that were used last are listed', async () => {
  const ada = await owner();
  await api.sql`
    insert into staff_session (id, token, user_id, expires_at, created_at, updated_at)
    select 'many-' || n, 'many-' || n, (select id from staff_user where email = ${ada.email}),
      now() + interval '1 hour', now(), now() - make_interval(mins => n)
    from generate_series(1, 150) n`;
  const sessions: Session[] = await ada.ok('profile.sessions');
  expect(sessions).toHaveLength(100);
  expect(sessions[0]?.isCurrent).toBe(true);
  expect(sessions.at(-1)?.id).toBe('many-99');
});

test('400 for another email address where no email can be sent', async () => {
  const ada = await owner();
  const change = { email: 'other@example.com', password: ada.password };
  expect((await ada.auth('/request-email-change', change)).body.code).toBe('NO_EMAILS');
});
