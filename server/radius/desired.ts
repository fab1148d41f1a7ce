import { isIPv4 } from 'node:net';

/** Speeds in Mbps as the customer sees them: download is towards the customer. */
export type Speed = { downloadSpeedMbps: number; uploadSpeedMbps: number };

/** Where the customer's address comes from; `none`: the NAS's default pool. */
export type Ipv4 =
  | { mode: 'none' }
  | { mode: 'static'; address: string }
  | { mode: 'pool'; poolName: string };

/** What the network is to know of one user. */
export type DesiredUser =
  | { username: string; access: 'gone' }
  | { username: string; access: 'in_service' | 'suspended'; password: string; speed: Speed; ipv4: Ipv4 };

export type AttributeRow = {
  table: 'radcheck' | 'radreply';
  username: string;
  attribute: string;
  op: ':=';
  value: string;
};
export type GroupRow = { table: 'radusergroup'; username: string; groupname: string; priority: number };
export type RadiusRow = AttributeRow | GroupRow;

/** The attribute that has both speeds in one. */
export const RATE_LIMIT = 'Mikrotik-Rate-Limit';
/** The group whose members are refused. */
const SUSPENDED_GROUP = 'suspended';
/** In front of any other group of the user, so that no other decides first. */
const SUSPENDED_PRIORITY = -1;

/** How often a NAS tells what a session has used. */
export const ACCT_INTERIM_SECONDS = 300;

/** The attributes of WISPr are unsigned 32-bit numbers; FreeRADIUS drops the whole answer over a larger one. */
const MAX_BITS_PER_SECOND = 2 ** 32 - 1;

/** What an attribute can carry in one packet, in bytes. */
const MAX_VALUE_BYTES = 253;

/**
 * All rows of one user in the RADIUS tables; none for a user who is gone. A suspended user keeps credentials and
 * replies: one row more refuses him, and taking it away restores him.
 * @throws Error on an address or pool name that must not stand in the tables (see `isPoolName`)
 */
export function desiredRows(user: DesiredUser): RadiusRow[] {
  if (user.access === 'gone') return [];
  const { username, speed, ipv4 } = user;
  const reply = (attribute: string, value: string): RadiusRow => ({
    table: 'radreply',
    username,
    attribute,
    op: ':=',
    value,
  });
  const rows: RadiusRow[] = [
    { table: 'radcheck', username, attribute: 'Cleartext-Password', op: ':=', value: user.password },
    reply(RATE_LIMIT, `${mikrotikRate(speed.uploadSpeedMbps)}/${mikrotikRate(speed.downloadSpeedMbps)}`),
    reply('WISPr-Bandwidth-Max-Up', String(bitsPerSecond(speed.uploadSpeedMbps))),
    reply('WISPr-Bandwidth-Max-Down', String(bitsPerSecond(speed.downloadSpeedMbps))),
    reply('Acct-Interim-Interval', String(ACCT_INTERIM_SECONDS)),
  ];
  if (ipv4.mode === 'static') rows.push(reply('Framed-IP-Address', checked(ipv4.address, isIPv4)));
  if (ipv4.mode === 'pool') rows.push(reply('Framed-Pool', checked(ipv4.poolName, isPoolName)));
  if (user.access === 'suspended') {
    rows.push({
      table: 'radusergroup',
      username,
      groupname: SUSPENDED_GROUP,
      priority: SUSPENDED_PRIORITY,
    });
  }
  return rows;
}

/**
 * Whether a pool's name may stand in the RADIUS tables: 1 to 253 bytes, printable, no quotes. FreeRADIUS expands
 * a value in double quotes or backticks as a template, which can run commands, so no name from outside may hold one.
 */
export function isPoolName(name: string): boolean {
  return /^[^\p{C}"'`]+$/u.test(name) && Buffer.byteLength(name) <= MAX_VALUE_BYTES;
}

/** The speed under a throttle, in Mbps: no direction gets faster by it. */
export function throttled(speed: Speed, throttle: Speed): Speed {
  return {
    downloadSpeedMbps: Math.min(speed.downloadSpeedMbps, throttle.downloadSpeedMbps),
    uploadSpeedMbps: Math.min(speed.uploadSpeedMbps, throttle.uploadSpeedMbps),
  };
}

/** A speed in Mbps as RouterOS writes it: whole megabits as `M`, anything else as whole kilobits, `k`. */
export function mikrotikRate(mbps: number): string {
  return Number.isInteger(mbps) ? `${mbps}M` : `${Math.max(1, Math.round(mbps * 1_000))}k`;
}

/** A speed in Mbps as bit/s, no more than 32 bits can hold. */
export function bitsPerSecond(mbps: number): number {
  return Math.min(MAX_BITS_PER_SECOND, Math.round(mbps * 1_000_000));
}

function checked(value: string, isFit: (value: string) => boolean): string {
  if (!isFit(value)) throw new Error(`${JSON.stringify(value)} cannot stand in the RADIUS tables`);
  return value;
}
