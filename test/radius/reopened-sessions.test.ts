import { beforeAll, expect, test, vi } from 'vitest';
import type { NasReply } from '../../server/demo/nas-packet.ts';
import type { Partner } from '../contract/api.ts';
import { dataOf } from '../contract/helpers.ts';
import { useNetwork } from './network.ts';
import { openRouter } from './router.ts';

// A session that was closed and about which packets arrive again is a new session: with events, usage, cap and disconnect.

// Each packet starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const network = useNetwork();
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
});

const MB = 1_000_000;
const GB = 1_000 * MB;
const time = (s: number) => `Acct-Session-Time = ${s}`;

type Router = Awaited<ReturnType<typeof openRouter>>;
const open = (reply?: () => NasReply) => openRouter(network, partner, { reply });

/** The sessions of a customer, the first one first, with the types of their events. */
async function story(router: Router) {
  const told = [];
  for (const { id, reason, endedAt, inputOctets, outputOctets } of await router.sessions()) {
    const events = (await router.events(id)).map(({ type }) => type);
    told.push({ reason, isOpen: endedAt === null, octets: [inputOctets, outputOctets], events });
  }
  return told;
}

const ONLINE = { isOpen: true, reason: null, events: ['started'] };
const ended = (reason: string) => ({ isOpen: false, reason, events: ['started', 'ended'] });

test('16 minutes of silence, interims, a suspension, a Stop: a second session, octets once, a Disconnect', async () => {
  const router = await open();
  await router.account('Start', '81000001', [0, 0], [time(0)]);
  await router.wait(5);
  await router.account('Interim-Update', '81000001', [100 * MB, 200 * MB], [time(300)]);
  await router.minute();
  await router.wait(16);
  expect(await story(router)).toEqual([{ ...ended('Lost-Service'), octets: [100 * MB, 200 * MB] }]);

  await router.account('Interim-Update', '81000001', [400 * MB, GB], [time(1_260)]);
  await router.minute();
  const [first] = await router.sessions();
  expect(await story(router)).toEqual([
    { ...ended('Lost-Service'), octets: [100 * MB, 200 * MB] },
    { ...ONLINE, octets: [300 * MB, 800 * MB] },
  ]);
  expect(await router.usage()).toEqual({ cycle: 1_400 * MB, upload: 400 * MB, download: GB });

  await router.suspend();
  await router.minute();
  expect(router.requests()).toEqual(['Disconnect-Request']);
  await router.account('Stop', '81000001', [600 * MB, 2 * GB], [time(1_320)]);
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('Lost-Service'), octets: [100 * MB, 200 * MB] },
    { ...ended('User-Request'), octets: [500 * MB, 1_800 * MB] },
  ]);
  const [before, after] = await router.sessions();
  expect(before).toEqual(first);
  expect(Date.parse(after?.startedAt as string)).toBeGreaterThanOrEqual(
    Date.parse(before?.endedAt as string),
  );
  expect(await router.usage()).toEqual({ cycle: 2_600 * MB, upload: 600 * MB, download: 2 * GB });
  await router.close();
});

test('a Stop is the first packet after the silence: a second session that has ended, octets once', async () => {
  const router = await open();
  await router.account('Start', '81000002', [0, 0], [time(0)]);
  await router.account('Interim-Update', '81000002', [MB, MB], [time(60)]);
  await router.wait(16);
  await router.account('Stop', '81000002', [5 * MB, 7 * MB], [time(1_000)]);
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('Lost-Service'), octets: [MB, MB] },
    { ...ended('User-Request'), octets: [4 * MB, 6 * MB] },
  ]);
  expect(await router.usage()).toEqual({ cycle: 12 * MB, upload: 5 * MB, download: 7 * MB });
  await router.close();
});

test('a customer who was suspended during the silence is disconnected at the next interim', async () => {
  const router = await open();
  await router.account('Start', '81000003', [0, 0]);
  await router.wait(16);
  await router.suspend();
  await router.minute();
  expect(router.requests()).toEqual([]);
  await router.account('Interim-Update', '81000003', [MB, MB], [time(1_000)]);
  await router.minute();
  expect(router.requests()).toEqual(['Disconnect-Request']);
  await router.close();
});

test.each(['suspend', 'deactivate', 'terminate'])(
  '%s: a session about which packets arrive is disconnected until the router obeys',
  async (verb) => {
    let obeys = false;
    const router = await open(() => (obeys ? 'ack' : { errorCause: 506 }));
    await router.account('Start', '81000004', [0, 0]);
    dataOf(await partner.post(`/v1/subscribers/${router.subscription.subscriberId}/${verb}`));
    await router.minute();
    const refused = router.requests().length;
    expect(refused).toBeGreaterThan(0);
    for (let minute = 1; minute <= 3; minute++) {
      await router.account('Interim-Update', '81000004', [minute * MB, minute * MB]);
      await router.wait(1);
    }
    expect(router.requests().length).toBeGreaterThan(refused);
    expect(new Set(router.requests())).toEqual(new Set(['Disconnect-Request']));
    obeys = true;
    await router.account('Interim-Update', '81000004', [5 * MB, 5 * MB]);
    await router.wait(5);
    const count = router.requests().length;
    await router.account('Stop', '81000004', [5 * MB, 5 * MB]);
    await router.wait(5);
    await router.wait(5);
    expect(router.requests()).toHaveLength(count);
    expect(await story(router)).toEqual([{ ...ended('User-Request'), octets: [5 * MB, 5 * MB] }]);
    await router.close();
  },
);

test('a router that answers ACK and keeps the session gets the request again at the next packet', async () => {
  const router = await open();
  await router.account('Start', '81000005', [0, 0]);
  await router.suspend();
  await router.minute();
  expect(router.requests()).toEqual(['Disconnect-Request']);
  for (let minute = 1; minute <= 3; minute++) {
    await router.wait(5);
    await router.account('Interim-Update', '81000005', [minute * MB, minute * MB], [time(minute * 300)]);
    await router.wait(1);
  }
  expect(router.requests().length).toBeGreaterThanOrEqual(3);
  await router.close();
});

test('a user of a terminated subscription who is online without a known session is disconnected', async () => {
  const router = await open();
  await router.account('Start', '81000006', [0, 0]);
  await router.wait(16);
  dataOf(await partner.post(`/v1/subscribers/${router.subscription.subscriberId}/terminate`));
  await router.minute();
  await router.account('Interim-Update', '81000006', [MB, MB], [time(1_000)]);
  await router.minute();
  expect(router.requests()).toEqual(['Disconnect-Request']);
  await router.close();
});

test('a data cap counts a session that was closed and is heard of again', async () => {
  const router = await openRouter(network, partner, { plan: { dataCapMb: 10 } });
  await router.account('Start', '81000007', [0, 0]);
  await router.account('Interim-Update', '81000007', [2 * MB, 3 * MB], [time(60)]);
  await router.wait(16);
  await router.account('Interim-Update', '81000007', [4 * MB, 6 * MB], [time(1_000)]);
  await router.minute();
  expect(router.requests()).toEqual([]);
  await router.account('Interim-Update', '81000007', [4 * MB, 6 * MB + 1], [time(1_060)]);
  await router.minute();
  expect(router.requests()).toEqual(['CoA-Request 1M/1M']);
  const [, session] = await router.sessions();
  expect(session).toMatchObject({ throttled: true, endedAt: null });
  await router.close();
});

test('an id that a rebooted router gives again is a second session with its own events and octets', async () => {
  const router = await open();
  await router.account('Start', '81000001', [0, 0], [time(0)]);
  await router.account('Interim-Update', '81000001', [5 * MB, 5 * MB], [time(60)]);
  await router.minute();
  await router.boot();
  await router.account('Start', '81000001', [0, 0], [time(0)]);
  await router.account('Interim-Update', '81000001', [30 * MB, 40 * MB], [time(60)]);
  await router.suspend();
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('NAS-Reboot'), octets: [5 * MB, 5 * MB] },
    { ...ONLINE, octets: [30 * MB, 40 * MB] },
  ]);
  expect(await router.usage()).toEqual({ cycle: 80 * MB, upload: 35 * MB, download: 45 * MB });
  expect(router.requests()).toEqual(['Disconnect-Request']);
  await router.account('Stop', '81000001', [31 * MB, 41 * MB], [time(90)]);
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('NAS-Reboot'), octets: [5 * MB, 5 * MB] },
    { ...ended('User-Request'), octets: [31 * MB, 41 * MB] },
  ]);
  await router.close();
});

test.each(['Accounting-On', 'Accounting-Off'] as const)(
  '%s, and the id is given again three times: four sessions',
  async (status) => {
    const router = await open();
    for (let n = 1; n <= 4; n++) {
      if (n > 1) await router.boot(status);
      await router.account('Start', '00000001', [0, 0], [time(0)]);
      await router.account('Interim-Update', '00000001', [n * MB, n * MB], [time(60)]);
      await router.minute();
    }
    const gone = (n: number) => ({ ...ended('NAS-Reboot'), octets: [n * MB, n * MB] });
    expect(await story(router)).toEqual([gone(1), gone(2), gone(3), { ...ONLINE, octets: [4 * MB, 4 * MB] }]);
    expect(await router.usage()).toEqual({ cycle: 20 * MB, upload: 10 * MB, download: 10 * MB });
    await router.close();
  },
);

test.each([
  ['whose Start was lost counts from 0', 500, [30, 40]],
  ['that began before it goes on from its counters', 840, [25, 35]],
])('after Accounting-On a session of the same id %s', async (_, seconds, [input = 0, output = 0]) => {
  const router = await open();
  await router.account('Start', '81000009', [0, 0], [time(0)]);
  await router.wait(4);
  await router.account('Interim-Update', '81000009', [5 * MB, 5 * MB], [time(240)]);
  await router.minute();
  await router.boot();
  await router.wait(10);
  await router.account('Interim-Update', '81000009', [30 * MB, 40 * MB], [time(seconds)]);
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('NAS-Reboot'), octets: [5 * MB, 5 * MB] },
    { ...ONLINE, octets: [input * MB, output * MB] },
  ]);
  await router.close();
});

test('a reboot without Accounting-On: a Start that reuses the id of an open session ends it as Lost-Carrier', async () => {
  const router = await open();
  await router.account('Start', '81000008', [0, 0], [time(0)]);
  await router.account('Interim-Update', '81000008', [5 * MB, 6 * MB], [time(240)]);
  await router.minute();
  await router.wait(5);
  await router.account('Start', '81000008', [0, 0], [time(0)]);
  await router.account('Interim-Update', '81000008', [MB, 2 * MB], [time(60)]);
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('Lost-Carrier'), octets: [5 * MB, 6 * MB] },
    { ...ONLINE, octets: [MB, 2 * MB] },
  ]);
  expect(await router.usage()).toEqual({ cycle: 14 * MB, upload: 6 * MB, download: 8 * MB });
  await router.close();
});

test('a second Start within 60 seconds of the first is a retransmission, later ones are not', async () => {
  const router = await open();
  await router.account('Start', '81000009', [0, 0]);
  await router.account('Start', '81000009', [0, 0]);
  await router.wait(0.9);
  await router.account('Start', '81000009', [0, 0]);
  await router.minute();
  expect(await story(router)).toEqual([{ ...ONLINE, octets: [0, 0] }]);
  // 60 seconds count from the first Start, not from its retransmission.
  await router.wait(0.2);
  await router.account('Start', '81000009', [0, 0]);
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('Lost-Carrier'), octets: [0, 0] },
    { ...ONLINE, octets: [0, 0] },
  ]);
  await router.close();
});

test.each(['Start', 'Interim-Update', 'Stop'] as const)(
  'after a Stop, %s with the same id changes nothing for 60 seconds; later it is a new session',
  async (status) => {
    const router = await open();
    await router.account('Start', '8100000a', [0, 0], [time(0)]);
    await router.account('Stop', '8100000a', [3 * MB, 4 * MB], [time(30)]);
    await router.minute();
    const [stopped] = await router.sessions();
    await router.account(status, '8100000a', [9 * MB, 9 * MB], [time(29)]);
    await router.minute();
    expect(await router.sessions()).toEqual([stopped]);
    expect(await story(router)).toEqual([{ ...ended('User-Request'), octets: [3 * MB, 4 * MB] }]);
    expect((await router.usage()).cycle).toBe(7 * MB);
    await router.wait(0.9);
    await router.account(status, '8100000a', [9 * MB, 9 * MB], [time(29)]);
    await router.minute();
    expect(await router.sessions()).toHaveLength(1);
    await router.wait(0.2);
    await router.account(status, '8100000a', status === 'Start' ? [0, 0] : [9 * MB, 9 * MB], [time(100)]);
    await router.minute();
    const second = status === 'Stop' ? ended('User-Request') : ONLINE;
    expect(await story(router)).toEqual([
      { ...ended('User-Request'), octets: [3 * MB, 4 * MB] },
      { ...second, octets: status === 'Start' ? [0, 0] : [6 * MB, 5 * MB] },
    ]);
    await router.close();
  },
);

test('a closed session is heard of, goes silent, and is heard of again: three sessions, octets once', async () => {
  const router = await open();
  await router.account('Start', '8100000b', [0, 0], [time(0)]);
  for (let n = 1; n <= 3; n++) {
    await router.account('Interim-Update', '8100000b', [n * 10 * MB, n * 20 * MB], [time(n * 1_000)]);
    await router.wait(16);
  }
  const lost = { ...ended('Lost-Service'), octets: [10 * MB, 20 * MB] };
  expect(await story(router)).toEqual([lost, lost, lost]);
  expect(await router.usage()).toEqual({ cycle: 90 * MB, upload: 30 * MB, download: 60 * MB });
  await router.close();
});

test('packets that arrive between two runs of the jobs count like those of several runs', async () => {
  const router = await open();
  // `send` leaves the packets to one later run.
  await router.send('Start', '8100000c', [0, 0], [time(0)]);
  await router.send('Interim-Update', '8100000c', [5 * MB, 5 * MB], [time(60)]);
  await router.boot();
  await router.send('Start', '8100000c', [0, 0], [time(0)]);
  await router.send('Interim-Update', '8100000c', [30 * MB, 40 * MB], [time(60)]);
  await router.send('Interim-Update', '8100000c', [31 * MB, 42 * MB], [time(120)]);
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('NAS-Reboot'), octets: [5 * MB, 5 * MB] },
    { ...ONLINE, octets: [31 * MB, 42 * MB] },
  ]);
  await router.send('Stop', '8100000c', [32 * MB, 43 * MB], [time(130)]);
  await router.wait(2);
  await router.send('Start', '8100000c', [0, 0], [time(0)]);
  await router.send('Stop', '8100000c', [MB, MB], [time(10)]);
  await router.minute();
  expect(await story(router)).toEqual([
    { ...ended('NAS-Reboot'), octets: [5 * MB, 5 * MB] },
    { ...ended('User-Request'), octets: [32 * MB, 43 * MB] },
    { ...ended('User-Request'), octets: [MB, MB] },
  ]);
  expect(await router.usage()).toEqual({ cycle: 87 * MB, upload: 38 * MB, download: 49 * MB });
  await router.close();
});
