import { beforeAll, expect, test, vi } from 'vitest';
import type { Partner } from '../contract/api.ts';
import { useNetwork } from './network.ts';
import { openRouter } from './router.ts';

// What a session counts, whatever its packets leave out or repeat. The plan's speed is 20 Mbps down and 5 Mbps up.

// Each packet starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const network = useNetwork();
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
});

const MB = 1_000_000;
const WRAP = 2 ** 32;
const time = (s: number) => `Acct-Session-Time = ${s}`;
const open = () => openRouter(network, partner);
type Router = Awaited<ReturnType<typeof openRouter>>;

/** Expects one session, with these octets in the session, in its end if it ended, and in the usage. */
async function expectOctets(router: Router, [input, output]: [number, number]): Promise<void> {
  await router.minute();
  const [session, ...others] = await router.sessions();
  expect(others).toEqual([]);
  expect(session).toMatchObject({ inputOctets: input, outputOctets: output });
  const events = await router.events(session?.id as string);
  const end = events.find(({ type }) => type === 'ended');
  expect(end === undefined).toBe(session?.endedAt === null);
  if (end) expect(end.current).toMatchObject({ inputOctets: input, outputOctets: output });
  expect(await router.usage()).toEqual({ cycle: input + output, upload: input, download: output });
}

test.each<[string, [number, number] | undefined, string[]]>([
  ['Session-Time only', undefined, [time(14)]],
  ['no figures at all', undefined, []],
  ['octets of 0', [0, 0], [time(14)]],
  ['gigawords of 0 only', undefined, [time(14), 'Acct-Input-Gigawords = 0', 'Acct-Output-Gigawords = 0']],
])('a Stop with %s keeps the last reported octets', async (_, octets, more) => {
  const router = await open();
  await router.account('Start', '82000001', undefined, [time(0)]);
  await router.account('Interim-Update', '82000001', [3 * MB, 4 * MB], [time(10)]);
  await router.account('Stop', '82000001', octets, more);
  await expectOctets(router, [3 * MB, 4 * MB]);
  await router.close();
});

test('a Stop without counters keeps the last reported octets, also after they were counted and beyond 4 GB', async () => {
  const router = await open();
  await router.account('Start', '82000002');
  const gigawords = ['Acct-Input-Gigawords = 1', 'Acct-Output-Gigawords = 3'];
  await router.account('Interim-Update', '82000002', [5, 7], [time(36_000), ...gigawords]);
  await router.minute();
  await router.wait(1);
  await router.account('Stop', '82000002', undefined, [time(36_060)]);
  await expectOctets(router, [WRAP + 5, 3 * WRAP + 7]);
  await router.close();
});

test('a Stop without counters of a session without interim updates has 0 octets', async () => {
  const router = await open();
  await router.account('Start', '82000003');
  await router.account('Stop', '82000003', undefined, [time(14)]);
  await expectOctets(router, [0, 0]);
  await router.close();
});

test('a late interim update that arrives right after the newer one, before any count, begins no session', async () => {
  const router = await open();
  await router.account('Start', '82000015', undefined, [time(0)]);
  await router.wait(10);
  await router.send('Interim-Update', '82000015', [8 * MB, 9 * MB], [time(600)]);
  await router.send('Interim-Update', '82000015', [4 * MB, 5 * MB], [time(300)]);
  await expectOctets(router, [8 * MB, 9 * MB]);
  await router.close();
});

test('an interim update without counters keeps the last reported octets', async () => {
  const router = await open();
  await router.account('Start', '82000004', [0, 0], [time(0)]);
  await router.account('Interim-Update', '82000004', [3 * MB, 4 * MB], [time(60)]);
  await router.account('Interim-Update', '82000004', undefined, [time(120)]);
  await expectOctets(router, [3 * MB, 4 * MB]);
  await router.account('Interim-Update', '82000004', [5 * MB, 6 * MB], [time(180)]);
  await expectOctets(router, [5 * MB, 6 * MB]);
  await router.close();
});

test('a Stop that repeats the octets of the last interim, twice, counts them once', async () => {
  const router = await open();
  await router.account('Start', '82000005', [0, 0], [time(0)]);
  await router.account('Interim-Update', '82000005', [3 * MB, 4 * MB], [time(60)]);
  await router.minute();
  await router.account('Stop', '82000005', [3 * MB, 4 * MB], [time(61)]);
  await router.account('Stop', '82000005', [3 * MB, 4 * MB], [time(61)]);
  await expectOctets(router, [3 * MB, 4 * MB]);
  await router.close();
});

test.each([true, false])(
  'a late interim update subtracts nothing (jobs between the packets: %s)',
  async (counts) => {
    const router = await open();
    await router.account('Start', '82000006', [0, 0], [time(0)]);
    await router.account('Interim-Update', '82000006', [5 * MB, 9 * MB], [time(600)]);
    if (counts) await router.minute();
    await router.account('Interim-Update', '82000006', [2 * MB, 3 * MB], [time(300)]);
    if (counts) await router.minute();
    await expectOctets(router, [5 * MB, 9 * MB]);
    await router.account('Interim-Update', '82000006', [6 * MB, 11 * MB], [time(900)]);
    await expectOctets(router, [6 * MB, 11 * MB]);
    await router.close();
  },
);

test.each([true, false])(
  'a 32-bit counter that wraps goes on (jobs between the packets: %s)',
  async (counts) => {
    const router = await open();
    const seen = async () => {
      if (counts) await router.minute();
    };
    await router.account('Start', '82000007', [0, 0], [time(0)]);
    await router.account('Interim-Update', '82000007', [10 * MB, WRAP - 100 * MB], [time(7_200)]);
    await seen();
    await router.account('Interim-Update', '82000007', [20 * MB, 200 * MB], [time(7_500)]);
    await seen();
    await router.account('Interim-Update', '82000007', [30 * MB, 800 * MB], [time(7_800)]);
    await expectOctets(router, [30 * MB, WRAP + 800 * MB]);
    await router.account('Stop', '82000007', [31 * MB, 801 * MB], [time(7_810)]);
    await expectOctets(router, [31 * MB, WRAP + 801 * MB]);
    await router.close();
  },
);

test('a 32-bit counter that wraps twice is two wraps', async () => {
  const router = await open();
  await router.account('Start', '82000008', [0, 0], [time(0)]);
  const reports: [number, number][] = [
    [WRAP - 10 * MB, 1_800],
    [100 * MB, 1_900],
    [WRAP - 10 * MB, 3_600],
    [100 * MB, 3_700],
  ];
  for (const [output, at] of reports) {
    await router.account('Interim-Update', '82000008', [0, output], [time(at)]);
  }
  await expectOctets(router, [0, 2 * WRAP + 100 * MB]);
  await router.close();
});

test('a counter that falls by more than the plan’s speed allows has not wrapped', async () => {
  const router = await open();
  await router.account('Start', '82000009', [0, 0], [time(0)]);
  await router.account('Interim-Update', '82000009', [50 * MB, 60 * MB], [time(300)]);
  await router.minute();
  await router.account('Interim-Update', '82000009', [2 * MB, 3 * MB], [time(600)]);
  await router.minute();
  const [session] = await router.sessions();
  expect(session?.outputOctets).toBeLessThan(WRAP);
  expect((await router.usage()).cycle).toBeLessThan(WRAP);
  expect((await router.usage()).cycle).toBeGreaterThanOrEqual(110 * MB);
  await router.close();
});

test('octets of several interim updates between two counts are all there', async () => {
  const router = await open();
  await router.account('Start', '8200000a', [0, 0], [time(0)]);
  await router.minute();
  // The counter wraps and passes its last value before the next count.
  await router.account('Interim-Update', '8200000a', [0, WRAP - MB], [time(3_000)]);
  await router.account('Interim-Update', '8200000a', [0, MB], [time(3_060)]);
  await router.account('Interim-Update', '8200000a', [0, WRAP - MB / 2], [time(6_000)]);
  await expectOctets(router, [0, 2 * WRAP - MB / 2]);
  await router.close();
});

test('an id that is given twice in a row does not count the octets of the session before again', async () => {
  const router = await open();
  await router.account('Start', '8200000b', [0, 0], [time(0)]);
  await router.account('Interim-Update', '8200000b', [5 * MB, 9 * MB], [time(240)]);
  for (let n = 0; n < 2; n++) {
    await router.wait(2);
    await router.account('Start', '8200000b', [0, 0], [time(0)]);
  }
  await router.wait(2);
  await router.account('Stop', '8200000b', undefined, [time(120)]);
  await router.minute();
  const octets = (await router.sessions()).map(({ inputOctets, outputOctets }) => [
    inputOctets,
    outputOctets,
  ]);
  expect(octets).toEqual([
    [5 * MB, 9 * MB],
    [0, 0],
    [0, 0],
  ]);
  expect(await router.usage()).toEqual({ cycle: 14 * MB, upload: 5 * MB, download: 9 * MB });
  await router.close();
});

test('an id that is given again after a late interim update does not count its octets again', async () => {
  const router = await open();
  await router.account('Start', '8200000c', [0, 0], [time(0)]);
  await router.account('Interim-Update', '8200000c', [8 * MB, 10 * MB], [time(560)]);
  await router.account('Interim-Update', '8200000c', [4 * MB, 5 * MB], [time(280)]);
  await router.wait(2);
  await router.account('Start', '8200000c', [0, 0], [time(0)]);
  await router.minute();
  await router.account('Interim-Update', '8200000c', [MB, 2 * MB], [time(60)]);
  await router.minute();
  const octets = (await router.sessions()).map(({ inputOctets, outputOctets }) => [
    inputOctets,
    outputOctets,
  ]);
  expect(octets).toEqual([
    [8 * MB, 10 * MB],
    [MB, 2 * MB],
  ]);
  expect((await router.usage()).cycle).toBe(21 * MB);
  await router.close();
});
