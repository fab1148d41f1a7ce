import { beforeAll, expect, test, vi } from 'vitest';
import type { Partner } from '../contract/api.ts';
import { useNetwork } from './network.ts';
import { openRouter, type RouterClock } from './router.ts';

// Whether a session lives and what it counts depends on the packets that arrive, not on the time that a router believes in. The
// guide's policy drops that time; Demarc does not depend on the policy.

// Each packet starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const network = useNetwork({ keepsEventTimestamp: true });
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks that are off by more than 15 minutes. */
const wrongClocks: [string, RouterClock][] = [
  ['16 minutes behind', (now) => now - 16 * MINUTE],
  ['an hour behind', (now) => now - HOUR],
  ['in 2008', () => Date.UTC(2008, 0, 1) / 1_000],
  ['in 1970', () => 100],
  ['16 minutes ahead', (now) => now + 16 * MINUTE],
  ['a day ahead', (now) => now + DAY],
  ['ten years ahead', (now) => now + 3_652 * DAY],
];
const rightClocks: [string, RouterClock][] = [
  ['right', (now) => now],
  ['14 minutes behind', (now) => now - 14 * MINUTE],
  ['14 minutes ahead', (now) => now + 14 * MINUTE],
];

const MB = 1_000_000;
const seconds = (iso: string | null | undefined) => Date.parse(iso ?? 'none') / 1_000;
const now = () => Date.now() / 1_000;

test.each([...wrongClocks, ...rightClocks])(
  'a session of a router whose clock is %s lives by its packets, and a suspension disconnects it',
  async (_, clock) => {
    const router = await openRouter(network, partner, { clock });
    await router.account('Start', '81000001', [0, 0]);
    // Interim updates for 20 minutes, and a sweep each time.
    for (let minute = 4; minute <= 20; minute += 4) {
      await router.wait(4);
      await router.account('Interim-Update', '81000001', [minute * MB, minute * 2 * MB]);
      await router.minute();
    }
    const [session, ...others] = await router.sessions();
    expect(others).toEqual([]);
    expect(session).toMatchObject({ endedAt: null, inputOctets: 20 * MB, outputOctets: 40 * MB });
    expect(await router.usage()).toEqual({ cycle: 60 * MB, upload: 20 * MB, download: 40 * MB });
    expect((await router.events(session?.id as string)).map(({ type }) => type)).toEqual(['started']);

    await router.suspend();
    await router.minute();
    expect(router.requests()).toEqual(['Disconnect-Request']);
    await router.account('Stop', '81000001', [21 * MB, 41 * MB], ['Acct-Session-Time = 1200']);
    await router.minute();
    const [ended, ...more] = await router.sessions();
    expect(more).toEqual([]);
    expect(ended).toMatchObject({ id: session?.id, reason: 'User-Request', outputOctets: 41 * MB });
    expect((await router.events(session?.id as string)).map(({ type }) => type)).toEqual([
      'started',
      'ended',
    ]);
    expect(await router.usage()).toEqual({ cycle: 62 * MB, upload: 21 * MB, download: 41 * MB });
    await router.close();
  },
);

test.each(wrongClocks)(
  'a router whose clock is %s: start and end are when the packets arrive',
  async (_, clock) => {
    const router = await openRouter(network, partner, { clock });
    const before = now();
    await router.account('Start', '81000002', [0, 0]);
    const started = now();
    const [session] = await router.sessions();
    expect(seconds(session?.startedAt)).toBeGreaterThanOrEqual(before - 1);
    expect(seconds(session?.startedAt)).toBeLessThanOrEqual(started + 1);
    await router.account('Stop', '81000002', [MB, MB]);
    const [ended] = await router.sessions();
    expect(seconds(ended?.endedAt)).toBeGreaterThanOrEqual(seconds(session?.startedAt));
    expect(seconds(ended?.endedAt)).toBeLessThanOrEqual(now() + 1);
    await router.close();
  },
);

test.each(rightClocks.slice(1))('a clock that is %s is kept', async (_, clock) => {
  const router = await openRouter(network, partner, { clock });
  const before = clock(Math.floor(now())) as number;
  await router.account('Start', '81000003', [0, 0]);
  const [session] = await router.sessions();
  expect(seconds(session?.startedAt)).toBeGreaterThanOrEqual(before);
  expect(seconds(session?.startedAt)).toBeLessThanOrEqual(clock(Math.ceil(now())) as number);
  await router.close();
});

test.each([...wrongClocks, ...rightClocks])(
  'a session of a router whose clock is %s ends after three silent intervals, at its last packet',
  async (_, clock) => {
    const router = await openRouter(network, partner, { clock });
    await router.account('Start', '81000004', [0, 0]);
    await router.wait(5);
    await router.account('Interim-Update', '81000004', [3 * MB, 4 * MB]);
    const last = now();
    await router.wait(14);
    const [open] = await router.sessions();
    expect(open?.endedAt).toBeNull();
    await router.wait(2);
    const [ended, ...others] = await router.sessions();
    expect(others).toEqual([]);
    expect(ended).toMatchObject({ reason: 'Lost-Service', inputOctets: 3 * MB, outputOctets: 4 * MB });
    // The 16 minutes have passed since, and a clock that is kept may be 14 minutes off.
    const age = last - 16 * MINUTE - seconds(ended?.endedAt);
    expect(Math.abs(age)).toBeLessThan(15 * MINUTE);
    expect(seconds(ended?.endedAt)).toBeGreaterThanOrEqual(seconds(ended?.startedAt));
    expect((await router.events(ended?.id as string)).map(({ type }) => type)).toEqual(['started', 'ended']);
    await router.wait(60);
    expect(await router.sessions()).toHaveLength(1);
    expect(await router.usage()).toEqual({ cycle: 7 * MB, upload: 3 * MB, download: 4 * MB });
    await router.close();
  },
);

test('a Stop without a Start from 1970 is a session that has ended, near the truth', async () => {
  const router = await openRouter(network, partner, { clock: () => 100 });
  const before = now();
  await router.account('Stop', '81000005', [MB, MB], ['Acct-Session-Time = 600']);
  const [session, ...others] = await router.sessions();
  expect(others).toEqual([]);
  expect(seconds(session?.endedAt)).toBeGreaterThanOrEqual(before - 1);
  expect(seconds(session?.startedAt)).toBeGreaterThanOrEqual(before - 11 * MINUTE);
  await router.minute();
  expect((await router.usage()).cycle).toBe(2 * MB);
  await router.close();
});

test('a clock that jumps from 1970 to the right time in a session changes nothing', async () => {
  let isSet = false;
  const router = await openRouter(network, partner, { clock: (at) => (isSet ? at : 100) });
  await router.account('Start', '81000006', [0, 0]);
  await router.wait(4);
  isSet = true;
  await router.account('Interim-Update', '81000006', [MB, MB]);
  await router.wait(12);
  await router.account('Interim-Update', '81000006', [2 * MB, 2 * MB]);
  await router.wait(12);
  const [session, ...others] = await router.sessions();
  expect(others).toEqual([]);
  expect(session).toMatchObject({ endedAt: null, inputOctets: 2 * MB });
  await router.close();
});

test.each(wrongClocks)(
  'a router whose clock is %s at a boot begins a session with the same id',
  async (_, clock) => {
    let isWrong = false;
    const router = await openRouter(network, partner, { clock: (at) => (isWrong ? clock(at) : at) });
    await router.account('Start', '81000007', [0, 0]);
    await router.account('Interim-Update', '81000007', [5 * MB, 5 * MB]);
    await router.wait(2);
    isWrong = true;
    await router.boot();
    await router.account('Start', '81000007', [0, 0]);
    await router.account('Interim-Update', '81000007', [MB, 2 * MB]);
    await router.minute();
    const [session, next, ...others] = await router.sessions();
    expect(others).toEqual([]);
    // The stock query for Accounting-On ends only sessions that started before its time; else the Start ends them.
    expect(session?.reason).toMatch(/^(NAS-Reboot|Lost-Carrier)$/);
    expect(seconds(session?.endedAt)).toBeLessThanOrEqual(now() + 1);
    expect(seconds(session?.endedAt)).toBeGreaterThanOrEqual(seconds(session?.startedAt));
    expect(next).toMatchObject({ endedAt: null, inputOctets: MB, outputOctets: 2 * MB });
    expect((await router.usage()).cycle).toBe(13 * MB);
    await router.close();
  },
);
