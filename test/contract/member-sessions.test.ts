import { expect, test, vi } from 'vitest';
import { log } from '../../server/log.ts';
import { usePortal } from './staff-helpers.ts';

const { api, browser, owner, member, withSecondFactor, password } = usePortal();

test("an owner ends a member's sessions, at once on every device, with an entry in each account", async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await member(ada, 'support');
  const phone = browser();
  expect((await phone.signIn(grace.email, password)).status).toBe(200);
  const lines = vi.spyOn(log, 'info');
  expect(await ada.ok('team.endSessions', { id: grace.id })).toEqual({ ended: 2 });
  expect(lines.mock.calls.map(([line]) => line)).toContainEqual(
    expect.objectContaining({ security: true, event: 'member.sessions_ended', account: ada.email }),
  );
  for (const device of [grace, phone]) expect((await device.call('team.get', {})).status).toBe(401);
  expect((await ada.call('team.get', {})).status).toBe(200);
  const entries = await api.sql`
    select actor_email, resource_id, changes from audit_entry
    where provider_id = ${ada.providerId} and action = 'member.sessions_ended'`;
  expect([...entries]).toEqual([
    { actor_email: ada.email, resource_id: grace.id, changes: '{"sessions":{"before":2,"after":0}}' },
  ]);
  // The person is still a member.
  expect((await phone.signIn(grace.email, password)).status).toBe(200);
  expect((await phone.call('team.get', {})).status).toBe(200);

  expect((await bob.call('team.endSessions', { id: grace.id })).status).toBe(404);
  expect((await ada.call('team.endSessions', { id: 'nobody' })).status).toBe(404);
  expect((await phone.call('team.endSessions', { id: grace.id })).status).toBe(403);
  expect((await phone.call('team.get', {})).status).toBe(200);
});

test('409 for the own sessions', async () => {
  const ada = await owner();
  const { members } = await ada.ok('team.get');
  expect((await ada.call('team.endSessions', { id: members[0].id })).status).toBe(409);
  expect((await ada.call('team.get', {})).status).toBe(200);
});

test('a sign-in that waits for its code ends too', async () => {
  const ada = await owner();
  const grace = await withSecondFactor(await member(ada, 'support'));
  const waiting = browser();
  expect((await waiting.signIn(grace.email, password)).body).toMatchObject({ twoFactorRedirect: true });
  await ada.ok('team.endSessions', { id: grace.id });
  const code = grace.recoveryCodes[0] ?? '';
  expect((await waiting.auth('/two-factor/verify-backup-code', { code })).status).toBe(401);
});
