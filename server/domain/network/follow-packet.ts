import { MINUTE_MS, SECOND_MS } from '../../clock.ts';
import { isAddress } from '../../radius/no-address.ts';
import { type Bounds, believedTime, type Counters, count, type Reading } from './octets.ts';

/** Times of a packet further off its arrival are replaced by it. Contract: RADIUS. */
const CLOCK_TOLERANCE_MS = 15 * MINUTE_MS;
/** How long after its stop a packet of a session is late, and after its start a second start a repetition. Contract: RADIUS. */
const LATE_MS = MINUTE_MS;

/** What a packet reports besides counters. Addresses as text. */
export type Identity = {
  framedIpAddress: string | null;
  framedIpv6Address: string | null;
  framedIpv6Prefix: string | null;
  delegatedIpv6Prefix: string | null;
  callingStationId: string | null;
};

/** A packet as FreeRADIUS has written it. Times are milliseconds of real time. */
export type Packet = {
  /** The key of its row. */
  uniqueId: string;
  kind: 'start' | 'interim' | 'stop' | 'reboot';
  /** Its arrival. */
  at: number;
  /** Its own time, by the router's clock. */
  claimedAt: number;
  cause: string | null;
  nasIpAddress: string;
  reading: Reading;
  /** What the row had before, if it was open. */
  previous: Reading | null;
  identity: Identity;
};

/** The subscription that a packet names. */
export type Line = {
  providerId: string;
  subscriptionId: string;
  subscriberId: string;
  username: string;
  /** How far the provider's clock is ahead of real time, in ms. */
  aheadMs: number;
  uploadMbps: number;
  downloadMbps: number;
};

/** A session as its packets change it. `startedAt` and `endedAt` are milliseconds of the provider's clock. */
export type Session = Line & {
  /** Null until it is written. */
  id: string | null;
  /** The id that its packets have. */
  uniqueId: string;
  startedAt: number;
  endedAt: number | null;
  reason: string | null;
  endedBy: 'STOP' | 'REBOOT' | 'SILENCE' | 'START' | null;
  /** Arrival of its first and its last packet, in real time. */
  openedAt: number;
  heardAt: number;
  isSuperseded: boolean;
  /** Whether its row has a stop time although it is open. */
  awaitsRow: boolean;
  nasIpAddress: string | null;
  counters: Counters;
  identity: Identity;
};

/** A start, or an end with its time and reason. `at` is the arrival of the packet, in ms of real time. */
export type Fact = {
  session: Session;
  at: number;
  end: { at: number; reason: string } | null;
  input: number;
  output: number;
  ipAddress: string | null;
};

/** What a packet has done. */
export type Followed = {
  /** The last session of the id, changed or new; null without one. */
  latest: Session | null;
  /** Starts and ends, in order, with the figures of that instant. */
  facts: Fact[];
  /** Whether the packet belongs to a session that would be new, whose subscription is unknown or another partner's. */
  isUnclaimed: boolean;
  faults: ('CLOCK' | 'COUNTER')[];
};

/**
 * What a packet means for the last session of its id. Only its arrival decides whether a session lives. Contract: RADIUS.
 * @param latest the last session of the id; it is changed
 * @param line the subscription for a new session; null if the packet may not begin one
 */
export function followPacket(latest: Session | null, packet: Packet, line: Line | null): Followed {
  const followed: Followed = { latest, facts: [], isUnclaimed: false, faults: [] };
  if (Math.abs(packet.claimedAt - packet.at) > CLOCK_TOLERANCE_MS) followed.faults.push('CLOCK');
  if (latest === null || latest.endedAt !== null) {
    if (latest && isLate(latest, packet)) return followed;
    return begin(followed, packet, line);
  }
  absorbUnseen(followed, latest, packet);
  if (packet.kind === 'start') {
    if (packet.at - latest.openedAt <= LATE_MS) return heard(followed, latest, packet);
    end(followed, latest, packet, { endedBy: 'START', reason: 'Lost-Carrier', at: latest.heardAt });
    return begin(followed, packet, line);
  }
  if (isOfLaterSession(latest, packet)) {
    end(followed, latest, packet, { endedBy: 'START', reason: 'Lost-Carrier', at: latest.heardAt });
    return begin(followed, packet, line);
  }
  // A reboot reports nothing: the row's counters are those before, and FreeRADIUS computes its session time.
  if (packet.kind !== 'reboot') absorb(followed, latest, packet, reportedBy(latest, packet));
  // A late packet arrived, and shows nothing of the present.
  if (packet.kind === 'interim' && isEarlier(latest, packet)) latest.heardAt = packet.at;
  else heard(followed, latest, packet);
  if (packet.kind !== 'interim') endByPacket(followed, latest, packet);
  return followed;
}

/** Whether a packet about an ended session changes nothing. A reboot ends open sessions only. */
function isLate({ endedBy, heardAt }: Session, packet: Packet): boolean {
  return packet.kind === 'reboot' || (endedBy === 'STOP' && packet.at - heardAt <= LATE_MS);
}

/**
 * Whether a packet is of a session that the router began after the last packet of the open one, whose start was lost: the router has
 * given the id again. By its session time the session would otherwise be older than its last packet.
 */
function isOfLaterSession(session: Session, packet: Packet): boolean {
  const began = packet.at - (believedTime(packet.reading.time) ?? 0) * SECOND_MS;
  return packet.kind === 'interim' && isEarlier(session, packet) && began > session.heardAt;
}

/** Whether a packet has a shorter session time than an earlier one. */
function isEarlier({ counters: { seenTime } }: Session, { reading }: Packet): boolean {
  const time = believedTime(reading.time);
  return time !== null && seenTime !== null && time < seenTime;
}

/**
 * What a packet reports. FreeRADIUS computes the session time of a stop that has none from the router's clock. It is ignored where
 * it contradicts an earlier report.
 */
function reportedBy(session: Session, packet: Packet): Reading {
  return packet.kind === 'stop' && isEarlier(session, packet)
    ? { ...packet.reading, time: null }
    : packet.reading;
}

/** Begins a session with a packet. */
function begin(followed: Followed, packet: Packet, line: Line | null): Followed {
  const former = followed.latest;
  if (line === null) return { ...followed, isUnclaimed: true };
  if (former) former.isSuperseded = true;
  const time = believedTime(packet.reading.time);
  const { aheadMs } = line;
  const reported = timeOf(packet) + aheadMs;
  const began = packet.kind === 'start' || time === null ? reported : reported - time * SECOND_MS;
  const session: Session = {
    ...line,
    id: null,
    uniqueId: packet.uniqueId,
    startedAt: Math.min(Math.max(began, former?.endedAt ?? began), Math.max(reported, began)),
    endedAt: null,
    reason: null,
    endedBy: null,
    openedAt: packet.at,
    heardAt: packet.at,
    isSuperseded: false,
    awaitsRow: false,
    nasIpAddress: packet.nasIpAddress,
    counters: countersAfter(former, packet),
    identity: packet.kind === 'start' || !former ? known(packet.identity) : { ...former.identity },
  };
  followed.latest = session;
  if (packet.kind !== 'start') absorb(followed, session, packet, packet.reading);
  heard(followed, session, packet);
  record(followed, session, packet.at);
  if (packet.kind === 'stop' || packet.kind === 'reboot') endByPacket(followed, session, packet);
  return followed;
}

/**
 * The counters of a new session. It counts from where the former one ended, except where the router has begun again: with a start,
 * unless only silence ended the former session; after a reboot, unless the session time began before it; or with a session time that
 * is shorter. A start leaves the counters in its row, so a former session without a report passes on those of the session before it.
 */
function countersAfter(former: Session | null, packet: Packet): Counters {
  const none: Counters = { input: 0, output: 0, seenInput: 0, seenOutput: 0, seenTime: null, former: null };
  if (former === null) return none;
  const { seenInput: input, seenOutput: output, seenTime } = former.counters;
  const unreported = carriedBy(former, packet);
  if (packet.kind === 'start') {
    const mayContinue = former.endedBy === 'SILENCE' || former.endedBy === null;
    const last = unreported ?? {
      input,
      output,
      time: (seenTime ?? 0) + (packet.at - former.heardAt) / SECOND_MS,
    };
    return {
      ...none,
      former: {
        // A late packet may have written lower counters than the last that were counted.
        input: packet.previous?.input ?? last.input,
        output: packet.previous?.output ?? last.output,
        time: mayContinue ? last.time : null,
      },
    };
  }
  if (former.endedBy === 'REBOOT' && !beganBefore(former, packet)) return none;
  if (unreported) return { ...none, former: unreported };
  const { input: nextInput, output: nextOutput, time } = packet.reading;
  const isLower = (nextInput !== null && nextInput < input) || (nextOutput !== null && nextOutput < output);
  if (isEarlier(former, packet) || (isLower && (time === null || seenTime === null))) return none;
  return { ...none, seenInput: input, seenOutput: output, seenTime };
}

/** Whether the session time of a packet began before the reboot that ended the former session: the router counts on. */
function beganBefore({ heardAt }: Session, packet: Packet): boolean {
  const time = believedTime(packet.reading.time);
  return time !== null && timeOf(packet) - time * SECOND_MS < heardAt - LATE_MS;
}

/** The counters that a session without a report has from the one before it, with their session time at a packet. */
function carriedBy({ counters, openedAt }: Session, { at }: Packet): Counters['former'] {
  if (counters.former === null) return null;
  const { time } = counters.former;
  return { ...counters.former, time: time === null ? null : time + (at - openedAt) / SECOND_MS };
}

/** Counts the octets that a packet or its row reports. */
function absorb(followed: Followed, session: Session, packet: Packet, reading: Reading | null): void {
  if (reading === null) return;
  const bounds: Bounds = {
    sinceOpenedMs: packet.at - session.openedAt,
    uploadMbps: session.uploadMbps,
    downloadMbps: session.downloadMbps,
  };
  const { counters, isFault } = count(session.counters, reading, bounds);
  session.counters = counters;
  if (isFault) followed.faults.push('COUNTER');
}

/**
 * Counts what the row had before the packet. If that is a report that no count has seen, it arrived after the last known packet: later
 * by as much as its session time is longer.
 */
function absorbUnseen(followed: Followed, session: Session, packet: Packet): void {
  const { seenTime: before } = session.counters;
  absorb(followed, session, packet, packet.previous);
  const { seenTime: after } = session.counters;
  if (after === null || after === before) return;
  const from = before === null ? session.openedAt : session.heardAt;
  const arrival = from + (after - (before ?? 0)) * SECOND_MS;
  session.heardAt = Math.min(Math.max(session.heardAt, arrival), packet.at);
}

/** Records the arrival of a packet and the addresses that it has. */
function heard(followed: Followed, session: Session, packet: Packet): Followed {
  session.heardAt = packet.at;
  session.nasIpAddress = packet.nasIpAddress;
  for (const [name, value] of Object.entries(known(packet.identity))) {
    if (value !== null) session.identity[name as keyof Identity] = value;
  }
  return followed;
}

/** What is reported; null for what the router lacks. */
function known(identity: Identity): Identity {
  return Object.fromEntries(
    Object.entries(identity).map(([name, value]) => [
      name,
      value !== null && isAddress(value) ? value : null,
    ]),
  ) as Identity;
}

function endByPacket(followed: Followed, session: Session, packet: Packet): void {
  const endedBy = packet.kind === 'reboot' ? 'REBOOT' : 'STOP';
  end(followed, session, packet, { endedBy, reason: packet.cause || 'Unknown', at: timeOf(packet) });
}

/** @param at real time in ms */
function end(
  followed: Followed,
  session: Session,
  packet: Packet,
  { endedBy, reason, at }: { endedBy: NonNullable<Session['endedBy']>; reason: string; at: number },
): void {
  session.endedAt = Math.max(at + session.aheadMs, session.startedAt);
  session.endedBy = endedBy;
  session.reason = reason;
  record(followed, session, packet.at);
}

function record(followed: Followed, session: Session, at: number): void {
  const { counters, identity, endedAt, reason } = session;
  followed.facts.push({
    session,
    at,
    end: endedAt === null ? null : { at: endedAt, reason: reason ?? '' },
    input: counters.input,
    output: counters.output,
    ipAddress: identity.framedIpAddress,
  });
}

/** The packet's time in real ms: its own if it is near its arrival. */
function timeOf({ claimedAt, at }: Packet): number {
  return Math.abs(claimedAt - at) > CLOCK_TOLERANCE_MS ? at : claimedAt;
}
