import { SECOND_MS } from '../../clock.ts';
import { MOST_OCTETS } from '../model/network-session/resource.ts';

/** The counters of a session, as far as its packets were counted. Octets; times in seconds of Acct-Session-Time. */
export type Counters = {
  /** Octets of the session. */
  input: number;
  output: number;
  /** The router's counters that these include, and the time of their report; 0 before the first. */
  seenInput: number;
  seenOutput: number;
  seenTime: number | null;
  /** What the row may still have of the former session of the id, until the first report of this one. */
  former: Former | null;
};

/** `time` is Acct-Session-Time at the start of the session if the router continues the former one; null if it cannot. */
type Former = { input: number; output: number; time: number | null };

/** What a packet reports. Null for what it lacks. */
export type Reading = { input: number | null; output: number | null; time: number | null };

/** What bounds the octets of a report. */
export type Bounds = {
  /** Since the session's first packet, in ms of arrival. */
  sinceOpenedMs: number;
  /** The plan's speed from the customer's view, in Mbps. */
  uploadMbps: number;
  downloadMbps: number;
};

/** The longest Acct-Session-Time that is believed: ten years, in seconds. */
const LONGEST_SECONDS = 10 * 365 * 86_400;

const WRAP = 2 ** 32;

/** Whether the router continues a session rather than having begun it with its last start: the nearer of two session times. */
const TOLERANCE_SECONDS = 90;

/** Acct-Session-Time in seconds; null if it is absent or impossible. */
export function believedTime(seconds: number | null): number | null {
  return seconds !== null && seconds >= 0 && seconds <= LONGEST_SECONDS ? seconds : null;
}

/** A counter in octets; null if it is absent or impossible. */
export function believedOctets(octets: number | null): number | null {
  return octets !== null && octets >= 0 && octets <= MOST_OCTETS ? octets : null;
}

/**
 * Counts a report. Counters only count up: a report of 0 octets is one without counters, a report of an earlier time is late. A
 * counter that falls while the time grows has wrapped at 2³², or starts again from 0 if a wrap would be more than the plan's speed
 * can carry in that time. Contract: RADIUS.
 * @returns the counters, and whether the report has an impossible one
 */
export function count(
  counters: Counters,
  reading: Reading,
  bounds: Bounds,
): { counters: Counters; isFault: boolean } {
  const [input, output, time] = [
    believedOctets(reading.input),
    believedOctets(reading.output),
    believedTime(reading.time),
  ];
  const isFault = [reading.input, reading.output].some(
    (octets) => octets !== null && believedOctets(octets) === null,
  );
  if ((input ?? 0) === 0 && (output ?? 0) === 0) return { counters, isFault };
  if (input === counters.former?.input && output === counters.former?.output) return { counters, isFault };
  const base = afterFormer(counters, { input, output, time }, bounds);
  // Without session times nothing shows that a lower counter is not an earlier report.
  const seconds = time !== null && base.seenTime !== null ? time - base.seenTime : 0;
  if (seconds < 0) return { counters, isFault };
  const up = growth(base.seenInput, input, seconds, bounds.uploadMbps);
  const down = growth(base.seenOutput, output, seconds, bounds.downloadMbps);
  return {
    counters: {
      input: Math.min(base.input + up.octets, MOST_OCTETS),
      output: Math.min(base.output + down.octets, MOST_OCTETS),
      seenInput: up.seen,
      seenOutput: down.seen,
      seenTime: time === null ? base.seenTime : Math.max(time, base.seenTime ?? 0),
      former: null,
    },
    isFault: isFault || up.isFault || down.isFault,
  };
}

/** The counters from which the first report of a session counts: those of the former session if the router continues it. */
function afterFormer(
  counters: Counters,
  { input, output, time }: Reading,
  { sinceOpenedMs }: Bounds,
): Counters {
  const { former } = counters;
  if (former === null) return counters;
  const fresh = { ...counters, former: null };
  if (former.time === null || (input ?? 0) < former.input || (output ?? 0) < former.output) return fresh;
  const sinceStart = sinceOpenedMs / SECOND_MS;
  const isContinued =
    time === null ||
    (Math.abs(time - former.time - sinceStart) <= TOLERANCE_SECONDS &&
      Math.abs(time - sinceStart) > TOLERANCE_SECONDS);
  return isContinued ? { ...fresh, seenInput: former.input, seenOutput: former.output } : fresh;
}

/** What one counter has grown by in a time. */
function growth(seen: number, octets: number | null, seconds: number, mbps: number) {
  if (octets === null || octets === 0 || octets === seen) return { octets: 0, seen, isFault: false };
  if (octets > seen) return { octets: octets - seen, seen: octets, isFault: false };
  // An earlier report that arrived late.
  if (seconds <= 0) return { octets: 0, seen, isFault: false };
  const most = ((seconds + 1) * mbps * 1_000_000) / 8;
  const wrapped = octets + WRAP - seen;
  if (seen < WRAP && (wrapped <= most || octets >= most))
    return { octets: wrapped, seen: octets, isFault: false };
  if (octets < most) return { octets, seen: octets, isFault: false };
  return { octets: 0, seen: octets, isFault: true };
}
