import { isIPv4 } from 'node:net';

/** Speeds in Mbps from the customer's view: download is towards the customer. */
export type Speed = { downloadSpeedMbps: number; uploadSpeedMbps: number };

/** An IPv4 assignment. `none` stands for the default pool of the NAS. */
export type Ipv4 =
  | { mode: 'none' }
  | { mode: 'static'; address: string }
  | { mode: 'pool'; poolName: string };

/** The desired RADIUS state of one user. */
export type DesiredUser =
  | { username: string; access: 'removed' }
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

/** MikroTik's attribute with both speeds. */
export const RATE_LIMIT = 'Mikrotik-Rate-Limit';
/** FreeRADIUS rejects the members of this group. */
const SUSPENDED_GROUP = 'suspended';
/** Before any other group of the user, so that no other group decides first. */
const SUSPENDED_PRIORITY = -1;

/** The interval of interim updates. */
export const ACCT_INTERIM_SECONDS = 300;

/** WISPr attributes are unsigned 32-bit numbers. FreeRADIUS drops the whole reply for a larger value. */
const MAX_BITS_PER_SECOND = 2 ** 32 - 1;

/** The longest value of an attribute, in bytes. */
const MAX_VALUE_BYTES = 253;

/**
 * The rows of one user in the RADIUS tables; none for a user who is removed. A suspended user keeps all rows and gets a group
 * row that rejects sign-ins. Contract: RADIUS.
 * @throws Error for an address or pool name that is not allowed in the tables (see `isPoolName`)
 */
export function desiredRows(user: DesiredUser): RadiusRow[] {
  if (user.access === 'removed') return [];
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
  if (ipv4.mode === 'static') rows.push(reply('Framed-IP-Address', requireValid(ipv4.address, isIPv4)));
  if (ipv4.mode === 'pool') rows.push(reply('Framed-Pool', requireValid(ipv4.poolName, isPoolName)));
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
 * Whether a pool name is allowed in the RADIUS tables: 1 to 253 bytes, printable, without quotes. FreeRADIUS expands a value
 * in double quotes or backticks, which can run commands, so names of external systems must not contain them.
 */
export function isPoolName(name: string): boolean {
  return /^[^\p{C}"'`]+$/u.test(name) && Buffer.byteLength(name) <= MAX_VALUE_BYTES;
}

/** The throttled speed in Mbps: in each direction the lower of the two. */
export function throttled(speed: Speed, throttle: Speed): Speed {
  return {
    downloadSpeedMbps: Math.min(speed.downloadSpeedMbps, throttle.downloadSpeedMbps),
    uploadSpeedMbps: Math.min(speed.uploadSpeedMbps, throttle.uploadSpeedMbps),
  };
}

/** A speed in RouterOS notation: whole megabits as `M`, any other speed in whole kilobits as `k`. */
export function mikrotikRate(mbps: number): string {
  return Number.isInteger(mbps) ? `${mbps}M` : `${Math.max(1, Math.round(mbps * 1_000))}k`;
}

/** A speed in bit/s, limited to 32 bits. */
export function bitsPerSecond(mbps: number): number {
  return Math.min(MAX_BITS_PER_SECOND, Math.round(mbps * 1_000_000));
}

function requireValid(value: string, isValid: (value: string) => boolean): string {
  if (!isValid(value)) throw new Error(`${JSON.stringify(value)} is not allowed in the RADIUS tables`);
  return value;
}
