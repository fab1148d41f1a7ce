import type { Random } from '../../../server/demo/random.ts';
import type { Attributes } from './stock-queries.ts';

// Routers as they are: clocks without a battery, reboots, links that fail, packets that are lost, doubled, late and out of order,
// ids that start again, counters of 32 bits, and Stops without counters.

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A packet with the instant at which FreeRADIUS gets it, in ms since 1970. */
export type Arrival = { at: number; packet: Attributes };

/** The speed of the plan in bytes a second. */
export type Line = { username: string; speed: { input: number; output: number } };

type Router = {
  address: string;
  clock: keyof typeof clocks;
  /** Whether the counters have 32 bits and no gigawords. */
  isNarrow: boolean;
  sendsAccountingOn: boolean;
  /** Whether the ids of sessions start again at a boot. */
  reusesIds: boolean;
  stopsWithoutCounters: boolean;
  /** Whether counters sometimes start again from 0 in a session. */
  resetsCounters: boolean;
};

/** What a router believes the time is, in s since 1970; null where it sends no time. Times in ms. */
const clocks = {
  right: (now: number) => now / SECOND,
  'nine minutes behind': (now: number) => (now - 9 * MINUTE) / SECOND,
  'eight minutes ahead': (now: number) => (now + 8 * MINUTE) / SECOND,
  'an hour behind': (now: number) => (now - HOUR) / SECOND,
  'a day ahead': (now: number) => (now + DAY) / SECOND,
  'ten years ahead': (now: number) => (now + 3_652 * DAY) / SECOND,
  'never set': (now: number, bootedAt: number) => (now - bootedAt) / SECOND,
  'set after half an hour': (now: number, bootedAt: number) =>
    now - bootedAt < HOUR / 2 ? 946_684_800 + (now - bootedAt) / SECOND : now / SECOND,
  absent: () => null,
} satisfies Record<string, (now: number, bootedAt: number) => number | null>;

/**
 * Each fault is in some router, and one router has few. Routers with wrong clocks send no Accounting-On: the stock query ends only
 * sessions that started before its time, so without the guide's policy it would end none of theirs.
 */
const routers: Omit<Router, 'address'>[] = [
  { clock: 'right', isNarrow: false, sendsAccountingOn: true, reusesIds: false },
  { clock: 'an hour behind', isNarrow: true, sendsAccountingOn: false, reusesIds: true },
  { clock: 'set after half an hour', isNarrow: false, sendsAccountingOn: false, reusesIds: true },
  { clock: 'never set', isNarrow: true, sendsAccountingOn: false, reusesIds: true },
  { clock: 'a day ahead', isNarrow: false, sendsAccountingOn: false, reusesIds: false },
  { clock: 'ten years ahead', isNarrow: true, sendsAccountingOn: false, reusesIds: true },
  { clock: 'nine minutes behind', isNarrow: true, sendsAccountingOn: true, reusesIds: true },
  { clock: 'eight minutes ahead', isNarrow: false, sendsAccountingOn: true, reusesIds: true },
  { clock: 'absent', isNarrow: true, sendsAccountingOn: true, reusesIds: false },
].map((router, n) => ({
  ...(router as Pick<Router, 'clock' | 'isNarrow' | 'sendsAccountingOn' | 'reusesIds'>),
  stopsWithoutCounters: n % 3 === 1,
  resetsCounters: n % 4 === 2,
}));

/** The longest way of a packet. It keeps late packets within the 60 s after a Stop, except for interim updates of open sessions. */
const LONGEST_WAY = 40 * SECOND;
/** Shorter than Acct-Interim-Interval, so that two lost packets are no silence of three intervals, and three are. */
const INTERIM = 280 * SECOND;

/**
 * All packets that arrive from routers of some lines, in order of their arrival. Line n is behind router n.
 * @param from the start, in ms since 1970
 * @param days how long the routers run
 */
export function packetsOf(random: Random, lines: Line[], from: number, days: number): Arrival[] {
  const arrivals = lines.flatMap((line, n) => {
    const router = {
      ...(routers[n % routers.length] as Omit<Router, 'address'>),
      address: `198.51.100.${n + 1}`,
    };
    return packetsOfRouter(random, router, line, from, from + days * DAY);
  });
  arrivals.sort((a, b) => a.at - b.at);
  return arrivals.filter(isDecided());
}

/**
 * Drops the packets that arrive when a session has been silent for about three intervals: jobs see a packet up to half a minute
 * later, and which of both comes first is open. An Accounting-On is about all sessions of its router.
 */
function isDecided(): (arrival: Arrival) => boolean {
  /** The arrival of the last packet by router and session. */
  const last = new Map<string, Map<string, number>>();
  return ({ at, packet }) => {
    const router = String(packet['NAS-IP-Address']);
    const session = String(packet['Acct-Session-Id']);
    const sessions = last.get(router) ?? new Map<string, number>();
    const concerned =
      packet['Acct-Status-Type'] === 'Accounting-On' ? [...sessions.values()] : [sessions.get(session) ?? at];
    if (concerned.some((heard) => at - heard > 15 * MINUTE - SECOND && at - heard < 16 * MINUTE + SECOND))
      return false;
    last.set(router, sessions.set(session, at));
    return true;
  };
}

/** A span of time in ms since 1970. */
type Span = { from: number; to: number };

function packetsOfRouter(random: Random, router: Router, line: Line, from: number, to: number): Arrival[] {
  const arrivals: Arrival[] = [];
  const outages = spansOf(random, from, to, { every: 16 * HOUR, lasts: () => outage(random) });
  const isAway = (at: number) => outages.find((span) => at >= span.from && at < span.to);
  let bootedAt = from - random.between(0, 30 * DAY);
  let ids = 0;

  /** Sends a packet at an instant. It is lost while the link is away, and rarely otherwise; sometimes it is doubled. */
  const send = (
    at: number,
    attributes: Attributes,
    { isSure = false, until = at + LONGEST_WAY, isLate = random.chance(6) } = {},
  ) => {
    const believed = clocks[router.clock](at, bootedAt);
    const packet: Attributes = {
      ...attributes,
      'NAS-IP-Address': router.address,
      'NAS-Port': 1,
      ...(believed === null ? {} : { 'Event-Timestamp': Math.floor(believed) }),
    };
    const arriveBy = (latest: number) =>
      arrivals.push({ at: Math.floor(random.between(at + 5, latest)), packet });
    if (isAway(at) || (!isSure && random.chance(6))) return;
    arriveBy(isLate ? until : Math.min(at + 2 * SECOND, until));
    if (random.chance(8)) arriveBy(until);
  };

  /** One session, as far as the router keeps it. @returns its last instant */
  const session = (startedAt: number, endsAt: number, reboots: boolean): void => {
    const { username, speed } = line;
    const id = router.reusesIds
      ? `8${String(++ids).padStart(7, '0')}`
      : `9${String(random.whole(0, 1e12)).padStart(12, '0')}`;
    const load = random.chance(30) ? 0.97 : random.between(0.01, 0.5);
    const total = { input: 0, output: 0 };
    let countedTo = startedAt;
    const figures = (at: number): Attributes => {
      if (router.resetsCounters && random.chance(4)) Object.assign(total, { input: 0, output: 0 });
      const seconds = (at - countedTo) / SECOND;
      total.input += Math.floor(speed.input * seconds * load * random.between(0.7, 1));
      total.output += Math.floor(speed.output * seconds * load * random.between(0.7, 1));
      countedTo = at;
      const high = (octets: number) => Math.floor(octets / 2 ** 32);
      return {
        'Acct-Session-Time': Math.floor((at - startedAt) / SECOND),
        'Acct-Input-Octets': total.input % 2 ** 32,
        'Acct-Output-Octets': total.output % 2 ** 32,
        ...(router.isNarrow
          ? {}
          : { 'Acct-Input-Gigawords': high(total.input), 'Acct-Output-Gigawords': high(total.output) }),
      };
    };
    const about = (status: string): Attributes => ({
      'Acct-Status-Type': status,
      'Acct-Session-Id': id,
      'User-Name': username,
      'Framed-IP-Address': '100.64.0.9',
    });
    // A router repeats a Start until it is answered, and no session starts while the link is away.
    send(startedAt, about('Start'), { isSure: router.reusesIds, until: startedAt + 10 * SECOND });
    for (let at = startedAt + INTERIM; at < endsAt - MINUTE; at += INTERIM) {
      // Some interim updates come minutes later than newer ones.
      const isLate = random.chance(6);
      const until = Math.min(at + (isLate ? 9 * MINUTE : LONGEST_WAY), endsAt);
      send(at, { ...about('Interim-Update'), ...figures(at) }, { until, isLate });
    }
    if (reboots) return;
    const end = figures(endsAt);
    const bare = { 'Acct-Session-Time': end['Acct-Session-Time'] as number };
    send(endsAt, {
      ...about('Stop'),
      'Acct-Terminate-Cause': random.pick(['User-Request', 'Session-Timeout', 'Idle-Timeout', 'Admin-Reset']),
      ...(router.stopsWithoutCounters && random.chance(50) ? bare : end),
    });
  };

  for (let at = from + random.between(0, HOUR); ; ) {
    const away = isAway(at);
    if (away) at = away.to + random.between(0, MINUTE);
    const lasts = random.pick([4 * MINUTE, 4 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR]) * random.between(0.3, 1);
    const endsAt = at + lasts;
    if (endsAt > to - HOUR) break;
    const reboots = random.chance(15);
    session(at, endsAt, reboots);
    at = endsAt;
    if (reboots) {
      at += random.between(MINUTE / 2, 5 * MINUTE);
      bootedAt = at;
      ids = 0;
      const boot = { 'Acct-Status-Type': 'Accounting-On', 'Acct-Session-Id': '00000000' };
      if (router.sendsAccountingOn) send(at, boot, { until: at + 10 * SECOND });
      at += random.between(MINUTE, 3 * MINUTE);
    } else {
      // Sometimes at once, at most two days later.
      at += random.chance(30) ? random.between(2 * MINUTE, HOUR) : random.between(HOUR, 30 * HOUR);
    }
  }
  return arrivals;
}

/** Some outages are shorter than three interim intervals, some longer. */
const outage = (random: Random) =>
  random.chance(40) ? random.between(2 * MINUTE, 14 * MINUTE) : random.between(16 * MINUTE, HOUR);

function spansOf(
  random: Random,
  from: number,
  to: number,
  { every, lasts }: { every: number; lasts(): number },
): Span[] {
  const spans: Span[] = [];
  for (let at = from; ; ) {
    at += random.between(every / 4, every * 1.75);
    if (at > to) return spans;
    const span = { from: at, to: at + lasts() };
    spans.push(span);
    at = span.to;
  }
}
