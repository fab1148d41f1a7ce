import { beforeAll, expect, test, vi } from 'vitest';
import type { Partner } from '../contract/api.ts';
import { useNetwork } from './network.ts';
import { openRouter } from './router.ts';

// The addresses and names that a session shows.

// Each packet starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const network = useNetwork();
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
});

const MB = 1_000_000;

test('Framed-IP-Address 0.0.0.0 is no address: null until an interim update has it', async () => {
  const router = await openRouter(network, partner);
  await router.account('Start', '83000004', [0, 0], ['Framed-IP-Address = 0.0.0.0']);
  const [started] = await router.sessions();
  expect(started?.ipAddress).toBeNull();
  expect(await router.events(started?.id as string)).toEqual([
    { type: 'started', current: expect.objectContaining({ ipAddress: null }) },
  ]);
  await router.account('Interim-Update', '83000004', [MB, MB]);
  const [running] = await router.sessions();
  expect(running?.ipAddress).toBe('100.64.0.9');
  await router.suspend();
  await router.minute();
  expect(router.nas.read[0]?.attributes['Framed-IP-Address']).toBe('100.64.0.9');
  await router.account('Stop', '83000004', [MB, MB]);
  const events = await router.events(started?.id as string);
  expect(events.map(({ type, current }) => [type, current.ipAddress])).toEqual([
    ['started', null],
    ['ended', '100.64.0.9'],
  ]);
  await router.close();
});

test('a request for a session whose address is 0.0.0.0 leaves the address out', async () => {
  const router = await openRouter(network, partner);
  await router.account('Start', '83000005', [0, 0], ['Framed-IP-Address = 0.0.0.0']);
  await router.suspend();
  await router.minute();
  expect(router.nas.read[0]?.attributes).toEqual({
    'User-Name': router.username,
    'Acct-Session-Id': '83000005',
  });
  await router.account('Stop', '83000005', [MB, MB], ['Framed-IP-Address = 0.0.0.0']);
  const [ended] = await router.sessions();
  expect(ended?.ipAddress).toBeNull();
  expect((await router.events(ended?.id as string)).map(({ current }) => current.ipAddress)).toEqual([
    null,
    null,
  ]);
  await router.close();
});

test('IPv6 prefixes, the caller’s station and the router’s name are read with a session', async () => {
  const router = await openRouter(network, partner);
  await router.account(
    'Start',
    '83000006',
    [0, 0],
    [
      'Framed-IPv6-Prefix = 2001:db8:1:2::/64',
      'Delegated-IPv6-Prefix = 2001:db8:ff00::/56',
      'Calling-Station-Id = "4C:5E:0C:11:22:33"',
    ],
  );
  const [session] = await router.sessions();
  const texts = Object.values(session ?? {}).filter((value) => typeof value === 'string');
  expect(texts).toContain('2001:db8:1:2::/64');
  expect(texts).toContain('2001:db8:ff00::/56');
  expect(texts).toContain('4C:5E:0C:11:22:33');
  // The name under which the router is registered, which in these tests is its address.
  expect(texts.filter((text) => text === router.nas.address)).toHaveLength(2);
  await router.close();
});
