import { dayOf } from '../../../server/contract/zoned-time.ts';
import { type Arrival, type Line, MINUTE, SECOND } from './bad-routers.ts';

// What the contract makes of packets, written from it and not from the code: Network session, RADIUS. Times in ms since 1970.

const SILENCE = 15 * MINUTE;
/** How far a packet's time may be from its arrival. */
const TRUSTED = 15 * MINUTE;
/** Packets so long after a Stop belong to it, and a Start so long after a Start repeats it. */
const RETRANSMISSION = 60 * SECOND;
const WRAP = 2 ** 32;

type Octets = { input: number; output: number };
const directions = ['input', 'output'] as const;

/** The rules that packets call on. */
export const rules = [
  'a time off the clock is replaced by its arrival',
  'a silent session ends',
  'an interim after the end begins a session',
  'a stop after the end begins a session',
  'a start after the end begins a session',
  'a start of an open session ends it',
  'a start is repeated',
  'a packet after a stop is late',
  'a reboot ends the open sessions',
  'an interim is the first packet',
  'a stop is the first packet',
  'a report without counters',
  'a late report',
  'a counter wraps',
  'a counter starts again',
] as const;
type Rule = (typeof rules)[number];

export type ReferenceSession = {
  username: string;
  startedAt: number;
  endedAt: number | null;
  reason: string | null;
  octets: Octets;
};

/** What is known of one id at one router. */
type Id = {
  session: ReferenceSession;
  /** When the session began, by arrival. */
  beganAt: number;
  /** When the last packet about it arrived. */
  heardAt: number;
  /** When its Stop arrived. */
  stoppedAt: number | null;
  /** When the Accounting-On arrived that ended it. */
  rebootedAt: number | null;
  /** The last values of its counters. */
  reported: Octets;
  /** The greatest session time, in s. */
  sessionTime: number;
};

export type Reference = ReturnType<typeof startReference>;

/**
 * Follows packets by the rules of the contract.
 * @param cycles the starts of the billing cycles of each line
 */
export function startReference(lines: Line[], zone: string, cycles: number[]) {
  const sessions: ReferenceSession[] = [];
  const ids = new Map<string, Id>();
  /** Octets by line and day, and by line and the start of the cycle. */
  const days = new Map<string, Octets>();
  const usage = new Map<string, number>();
  /** How often each rule was called on. */
  const applied: Partial<Record<Rule, number>> = {};
  const apply = (rule: Rule): undefined => {
    applied[rule] = (applied[rule] ?? 0) + 1;
  };

  function count(username: string, at: number, time: number, octets: Octets): void {
    if (octets.input + octets.output === 0) return;
    const day = `${username} ${dayOf(new Date(time).toISOString(), zone)}`;
    const before = days.get(day) ?? { input: 0, output: 0 };
    days.set(day, { input: before.input + octets.input, output: before.output + octets.output });
    const cycle = `${username} ${cycles.findLast((start) => start <= at)}`;
    usage.set(cycle, (usage.get(cycle) ?? 0) + octets.input + octets.output);
  }

  function begin(username: string, at: number, startedAt: number, base: Octets): Id {
    const session = { username, startedAt, endedAt: null, reason: null, octets: { input: 0, output: 0 } };
    sessions.push(session);
    return {
      session,
      beganAt: at,
      heardAt: at,
      stoppedAt: null,
      rebootedAt: null,
      reported: { ...base },
      sessionTime: 0,
    };
  }

  function end(id: Id, at: number, reason: string): void {
    id.session.endedAt = Math.max(at, id.session.startedAt);
    id.session.reason = reason;
  }

  /** Adds what a packet reports to the session, and to the usage at the packet's time. */
  function report(id: Id, line: Line, { at, packet }: Arrival, time: number): undefined {
    const sessionTime = packet['Acct-Session-Time'] as number | undefined;
    const raw = {
      input: octetsOf(packet['Acct-Input-Octets'], packet['Acct-Input-Gigawords']),
      output: octetsOf(packet['Acct-Output-Octets'], packet['Acct-Output-Gigawords']),
    };
    if (raw.input === 0 && raw.output === 0) return apply('a report without counters');
    if (sessionTime !== undefined && sessionTime < id.sessionTime) return apply('a late report');
    const grown = sessionTime === undefined ? 0 : sessionTime - id.sessionTime;
    id.sessionTime += grown;
    const added = { input: 0, output: 0 };
    for (const direction of directions) {
      const before = id.reported[direction];
      const value = raw[direction];
      const most = (grown + 1) * line.speed[direction];
      const wrapped = value + WRAP - before;
      if (value >= before) added[direction] = value - before;
      // A repetition.
      else if (grown === 0) continue;
      else if (before < WRAP && (wrapped <= most || value >= most)) {
        added[direction] = wrapped;
        apply('a counter wraps');
      } else if (value < most) {
        added[direction] = value;
        apply('a counter starts again');
      } else continue;
      id.reported[direction] = value;
      id.session.octets[direction] += added[direction];
    }
    // Decision 51: a report from before the first packet of its session, or from after its arrival, has a wrong clock.
    count(id.session.username, at, Math.min(Math.max(time, id.beganAt), at), added);
  }

  return {
    sessions,
    applied,
    days,
    usage,
    /** When the next session is silent for too long, unless a packet arrives; Infinity without open sessions. */
    nextSilence(): number {
      const open = [...ids.values()].filter(({ session }) => session.endedAt === null);
      return Math.min(...open.map(({ heardAt }) => heardAt + SILENCE));
    },
    /** Ends the sessions that are silent for too long at an instant. */
    sweep(at: number): void {
      for (const id of ids.values()) {
        if (id.session.endedAt !== null || id.heardAt + SILENCE >= at) continue;
        end(id, id.heardAt, 'Lost-Service');
        apply('a silent session ends');
      }
    },
    /** Takes a packet. */
    take(arrival: Arrival): undefined {
      const { at, packet } = arrival;
      const claimed = (packet['Event-Timestamp'] as number | undefined) ?? Math.floor(at / SECOND);
      const isTrusted = Math.abs(claimed * SECOND - at) <= TRUSTED;
      if (!isTrusted) apply('a time off the clock is replaced by its arrival');
      const time = isTrusted ? claimed * SECOND : at;
      const status = packet['Acct-Status-Type'];
      const router = `${packet['NAS-IP-Address']}`;
      if (status === 'Accounting-On' || status === 'Accounting-Off') {
        for (const [key, id] of ids) {
          if (!key.startsWith(`${router} `) || id.session.endedAt !== null) continue;
          end(id, time, 'NAS-Reboot');
          id.rebootedAt = at;
          apply('a reboot ends the open sessions');
        }
        return undefined;
      }
      const line = lines.find(({ username }) => username === packet['User-Name']) as Line;
      const key = `${router} ${packet['User-Name']} ${packet['Acct-Session-Id']}`;
      let id = ids.get(key);
      if (id?.stoppedAt != null && at - id.stoppedAt <= RETRANSMISSION)
        return apply('a packet after a stop is late');
      if (id && id.session.endedAt === null && status === 'Start') {
        if (at - id.beganAt <= RETRANSMISSION) {
          id.heardAt = at;
          return apply('a start is repeated');
        }
        end(id, id.heardAt, 'Lost-Carrier');
        apply('a start of an open session ends it');
        id.stoppedAt = null;
      }
      if (!id || id.session.endedAt !== null) {
        const sessionTime = Number(packet['Acct-Session-Time'] ?? id?.sessionTime ?? 0);
        const took = status === 'Start' ? 0 : Number(packet['Acct-Session-Time'] ?? 0) * SECOND;
        // A shorter session time is one of a session that the router has begun since, and so is one since its reboot.
        const isSinceReboot = id?.rebootedAt != null && time - took >= id.rebootedAt - RETRANSMISSION;
        const fresh = status === 'Start' || !id || sessionTime < id.sessionTime || isSinceReboot;
        const kind = { Start: 'start', Stop: 'stop' }[String(status)] ?? 'interim';
        if (id) apply(`${kind === 'interim' ? 'an' : 'a'} ${kind} after the end begins a session` as Rule);
        else if (kind !== 'start')
          apply(`${kind === 'interim' ? 'an' : 'a'} ${kind} is the first packet` as Rule);
        const startedAt = Math.max(time - took, Math.min(id?.session.endedAt ?? 0, time));
        const base = id && !fresh ? id.reported : { input: 0, output: 0 };
        const began = begin(line.username, at, startedAt, base);
        if (!fresh) began.sessionTime = (id as Id).sessionTime;
        id = began;
        ids.set(key, id);
      }
      id.heardAt = at;
      if (status !== 'Start') report(id, line, arrival, time);
      if (status === 'Stop') {
        end(id, time, String(packet['Acct-Terminate-Cause']));
        id.stoppedAt = at;
      }
    },
  };
}

function octetsOf(octets: unknown, gigawords: unknown): number {
  return Number(octets ?? 0) + Number(gigawords ?? 0) * WRAP;
}
