import { expect, test } from 'vitest';
import { followPacket, type Line, type Packet, type Session } from './follow-packet.ts';

const MB = 1_000_000;
const line: Line = {
  providerId: 'prov_1',
  subscriptionId: 'sub_1',
  subscriberId: 'subr_1',
  username: 'ada',
  aheadMs: 0,
  uploadMbps: 100,
  downloadMbps: 100,
};

type Sent = {
  kind: Packet['kind'];
  /** Arrival, in seconds. */
  at: number;
  time?: number;
  input?: number;
  output?: number;
  ip?: string;
  /** The packet's own time, in seconds; by default its arrival. */
  claimed?: number;
  cause?: string;
  /** The session is silent until now, and ended. */
  isAfterSilence?: true;
  /** The next packet replaces it in the row before a count sees it. */
  isUncounted?: true;
};

/** Follows packets of one id as FreeRADIUS writes them into one row: a start leaves the counters. */
function follow(packets: Sent[], of = line): Session[] {
  const sessions = new Set<Session>();
  let latest: Session | null = null;
  let row = { time: null as number | null, input: 0, output: 0 };
  for (const sent of packets) {
    const { kind, at, time = null, input = 0, output = 0, ip = null, claimed = at, isAfterSilence } = sent;
    const { cause = null } = sent;
    if (sent.isUncounted) {
      row = { time, input, output };
      continue;
    }
    if (isAfterSilence && latest) Object.assign(latest, { endedAt: latest.heardAt, endedBy: 'SILENCE' });
    const isOpen: boolean = latest !== null && latest.endedAt === null;
    const packet: Packet = {
      uniqueId: '1',
      kind,
      at: at * 1_000,
      claimedAt: claimed * 1_000,
      cause,
      nasIpAddress: '10.0.0.1',
      reading: { time, input, output },
      previous: isOpen ? row : null,
      identity: {
        framedIpAddress: ip,
        framedIpv6Address: null,
        framedIpv6Prefix: null,
        delegatedIpv6Prefix: null,
        callingStationId: null,
      },
    };
    latest = followPacket(latest, packet, of).latest;
    if (latest) sessions.add(latest);
    if (kind !== 'start') row = { time, input, output };
    // A count reads the row that a start has left.
    else if (latest) {
      const count = { ...packet, kind: 'interim' as const, reading: row, previous: null };
      latest = followPacket(latest, count, of).latest;
    }
  }
  return [...sessions];
}

const octets = (packets: Sent[]) => follow(packets).map(({ counters: { input, output } }) => [input, output]);

const start = (at: number): Sent => ({ kind: 'start', at });

test('starts of one id in a row do not count the octets of the last session that reported again', () => {
  const reported: Sent[] = [start(0), { kind: 'interim', at: 240, time: 240, input: 5 * MB, output: 9 * MB }];
  const stop: Sent = { kind: 'stop', at: 900, time: 100 };
  for (const starts of [[400], [400, 600], [400, 600, 800]]) {
    expect(octets([...reported, ...starts.map(start), stop])).toEqual([
      [5 * MB, 9 * MB],
      ...starts.map(() => [0, 0]),
    ]);
  }
});

test('a start after a late report does not count what the late report left in the row', () => {
  expect(
    octets([
      start(0),
      { kind: 'interim', at: 560, time: 560, input: 8 * MB, output: 10 * MB },
      { kind: 'interim', at: 561, time: 280, input: 4 * MB, output: 5 * MB },
      start(700),
      { kind: 'interim', at: 760, time: 60, input: MB, output: 2 * MB },
    ]),
  ).toEqual([
    [8 * MB, 10 * MB],
    [MB, 2 * MB],
  ]);
});

test.each<[string, Sent, number]>([
  [
    'a start and a report',
    { kind: 'interim', at: 4_060, time: 4_060, input: 7 * MB, output: 9 * MB },
    2 * MB,
  ],
  ['a report of its own', { kind: 'interim', at: 4_060, time: 60, input: 7 * MB, output: 9 * MB }, 16 * MB],
])('a router that continues through two silences goes on from the last report: %s', (_, report, more) => {
  const silent: Sent[] = [
    start(0),
    { kind: 'interim', at: 240, time: 240, input: 5 * MB, output: 9 * MB },
    { ...start(2_000), isAfterSilence: true },
    { ...start(4_000), isAfterSilence: true },
  ];
  const last = octets([...silent, report]).at(-1) ?? [];
  expect(last.reduce((sum, n) => sum + n, 0)).toBe(more);
});

test('an update after a silence of a session without a report goes on from the last report', () => {
  const silent: Sent[] = [
    start(0),
    { kind: 'interim', at: 240, time: 240, input: 5 * MB, output: 9 * MB },
    { ...start(2_000), isAfterSilence: true },
  ];
  const update = { kind: 'interim', at: 4_000, input: 7 * MB, output: 9 * MB, isAfterSilence: true } as const;
  expect(octets([...silent, { ...update, time: 4_000 }]).at(-1)).toEqual([2 * MB, 0]);
  expect(octets([...silent, { ...update, time: 2_000 }]).at(-1)).toEqual([7 * MB, 9 * MB]);
});

test('an Accounting-On about a session that silence has ended begins none', () => {
  const sessions = follow([
    { kind: 'start', at: 0 },
    { kind: 'interim', at: 60, time: 60, input: MB, output: MB },
    // Its row is open until the sweep has written the stop time.
    { kind: 'reboot', at: 1_200, isAfterSilence: true },
  ]);
  expect(sessions.map(({ endedBy }) => endedBy)).toEqual(['SILENCE']);
});

test('a late packet keeps a session from silence, and does not change its address', () => {
  const [session] = follow([
    { kind: 'start', at: 0, ip: '100.64.0.1' },
    { kind: 'interim', at: 120, time: 120, input: 2 * MB, output: MB, ip: '100.64.0.2' },
    { kind: 'interim', at: 130, time: 60, input: MB, output: MB, ip: '100.64.0.1' },
  ]);
  expect(session).toMatchObject({ heardAt: 130_000, identity: { framedIpAddress: '100.64.0.2' } });
});

test('a session that goes on begins at the end of the former one, and keeps its address', () => {
  const [, again] = follow([
    { kind: 'start', at: 0, ip: '100.64.0.1' },
    { kind: 'interim', at: 60, time: 60, input: MB, output: MB },
    { kind: 'interim', at: 1_200, time: 1_200, input: 2 * MB, output: MB, isAfterSilence: true },
  ]);
  expect(again).toMatchObject({ startedAt: 60_000, identity: { framedIpAddress: '100.64.0.1' } });
});

test('no session begins after its packet or ends before its start, whatever the clock of the router', () => {
  const [first, second] = follow([
    { kind: 'start', at: 100 },
    { kind: 'stop', at: 200, time: 100, input: MB, output: MB, claimed: 800 },
    { kind: 'interim', at: 300, time: 10, input: MB, output: MB },
    { kind: 'stop', at: 310, time: 20, input: MB, output: MB, claimed: 50 },
  ]);
  expect([first?.startedAt, first?.endedAt]).toEqual([100_000, 800_000]);
  expect([second?.startedAt, second?.endedAt]).toEqual([300_000, 300_000]);
});

test('a start after silence goes on only if the session time of its first report is that of the former session', () => {
  const octets = (time: number) =>
    follow([
      { kind: 'start', at: 0 },
      { kind: 'interim', at: 600, time: 600, input: 5 * MB, output: MB },
      { kind: 'start', at: 2_000, isAfterSilence: true },
      { kind: 'interim', at: 2_100, time, input: 8 * MB, output: 2 * MB },
    ]).at(-1)?.counters.input;
  expect([100, 1_950, 2_100, 2_250].map(octets)).toEqual([8 * MB, 8 * MB, 3 * MB, 8 * MB]);
});

test('a stop counts, although FreeRADIUS has computed a shorter session time for it', () => {
  const [session] = follow([
    { kind: 'start', at: 0 },
    { kind: 'interim', at: 600, time: 600, input: 5 * MB, output: MB },
    { kind: 'stop', at: 660, time: 0, input: 6 * MB, output: 2 * MB },
  ]);
  expect(session?.counters).toMatchObject({ input: 6 * MB, output: 2 * MB });
});

test('start and end are by the clock of the provider, and arrivals in real time', () => {
  const packets: Sent[] = [
    { kind: 'start', at: 0 },
    { kind: 'stop', at: 60, time: 60, input: MB, output: MB },
  ];
  const [session] = follow(packets, { ...line, aheadMs: 86_400_000 });
  expect(session).toMatchObject({ startedAt: 86_400_000, endedAt: 86_460_000, openedAt: 0, heardAt: 60_000 });
});

test('a late packet before the first count belongs to the session that it is late for', () => {
  const late: Sent[] = [
    start(0),
    { kind: 'interim', at: 280, time: 280, input: MB, output: MB },
    { kind: 'interim', at: 561, time: 560, input: 2 * MB, output: 2 * MB, isUncounted: true },
    { kind: 'interim', at: 570, time: 280, input: MB, output: MB },
  ];
  expect(octets(late)).toEqual([[2 * MB, 2 * MB]]);
  // Between two counts the router has begun a session with the id again.
  const again: Sent = { kind: 'interim', at: 900, time: 280, input: MB, output: MB };
  expect(octets([...late.slice(0, 3), again])).toEqual([
    [2 * MB, 2 * MB],
    [MB, MB],
  ]);
  const [ended] = follow([...late.slice(0, 3), again]);
  expect(ended?.endedAt).toBe(560_000);
});

test.each([
  [900, 900],
  [-900, -900],
  [901, 0],
  [-901, 0],
])('a start whose time is %i s off its arrival begins %i s off it', (off, begins) => {
  const [session] = follow([{ kind: 'start', at: 10_000, claimed: 10_000 + off }]);
  expect(session?.startedAt).toBe((10_000 + begins) * 1_000);
});

test('a second start repeats the first for 60 s, whatever was reported meanwhile', () => {
  const startedAgain = (at: number) =>
    follow([start(0), { kind: 'interim', at: 50, time: 50, input: MB, output: MB }, start(at)]).map(
      ({ reason }) => reason,
    );
  expect(startedAgain(60)).toEqual([null]);
  expect(startedAgain(61)).toEqual(['Lost-Carrier', null]);
});

test('packets within 60 s of a stop are late; those after an Accounting-On are not', () => {
  const heardAfter = (kind: 'stop' | 'reboot', at: number) =>
    follow([start(0), { kind, at: 100, time: 100 }, { kind: 'interim', at, time: at, input: MB, output: MB }])
      .length;
  expect([heardAfter('stop', 160), heardAfter('stop', 161), heardAfter('reboot', 110)]).toEqual([1, 2, 2]);
});

test('an update of a growing session time belongs to the open session, however long ago the last packet was', () => {
  expect(
    octets([
      start(0),
      { kind: 'interim', at: 400, time: 300, input: MB, output: MB },
      { kind: 'interim', at: 900, time: 400, input: 2 * MB, output: MB },
    ]),
  ).toEqual([[2 * MB, MB]]);
});

test('an address that a packet lacks, as null, empty text, 0.0.0.0 or 255.255.255.254, stays that of the packets before', () => {
  for (const ip of ['', '0.0.0.0', '255.255.255.254', '::', undefined]) {
    const [session] = follow([
      { kind: 'start', at: 0, ip: '100.64.0.1' },
      { kind: 'interim', at: 60, time: 60, input: MB, output: MB, ...(ip !== undefined && { ip }) },
    ]);
    expect(session?.identity.framedIpAddress).toBe('100.64.0.1');
    const [lacking] = follow([{ kind: 'start', at: 0, ...(ip !== undefined && { ip }) }]);
    expect(lacking?.identity.framedIpAddress).toBeNull();
  }
});

test.each([
  ['User-Request', 'User-Request'],
  ['', 'Unknown'],
  [undefined, 'Unknown'],
])('the reason of a stop with the cause %j is %s', (cause, reason) => {
  const [session] = follow([
    start(0),
    { kind: 'stop', at: 60, time: 60, ...(cause !== undefined && { cause }) },
  ]);
  expect(session?.reason).toBe(reason);
});

test('a counter that wraps during a silence goes on from the former session', () => {
  const wrapped = 2 ** 32 - 4_000 * MB + 5 * MB;
  expect(
    octets([
      start(0),
      { kind: 'interim', at: 60, time: 60, input: 4_000 * MB, output: MB },
      { kind: 'interim', at: 1_200, time: 1_200, input: 5 * MB, output: MB, isAfterSilence: true },
    ]),
  ).toEqual([
    [4_000 * MB, MB],
    [wrapped, 0],
  ]);
});

test('a report of a session time that runs ahead does not end a session later than the next packet', () => {
  const [session] = follow([
    start(0),
    { kind: 'interim', at: 400, time: 1_000, input: MB, output: MB, isUncounted: true },
    start(500),
  ]);
  expect(session).toMatchObject({ reason: 'Lost-Carrier', endedAt: 500_000 });
});

test('after Accounting-On a session counts from 0, unless its session time began before it', () => {
  const after = (time?: number) =>
    octets([
      start(0),
      { kind: 'interim', at: 60, time: 60, input: 5 * MB, output: MB },
      // FreeRADIUS computes the session time of a reboot from the router's clock.
      { kind: 'reboot', at: 900, time: 80_000, input: 5 * MB, output: MB },
      { kind: 'interim', at: 1_100, input: 7 * MB, output: 2 * MB, ...(time !== undefined && { time }) },
    ]).at(-1);
  // The start was lost.
  expect(after(100)).toEqual([7 * MB, 2 * MB]);
  expect(after()).toEqual([7 * MB, 2 * MB]);
  // The sessions of the router continue, as after a restart of its RADIUS client alone.
  expect(after(1_100)).toEqual([2 * MB, MB]);
});
