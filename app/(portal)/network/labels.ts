import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Octets in decimal units, like data caps. */
export function bytesOf(octets: number): string {
  const power = octets < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(octets) / 3));
  const amount = octets / 1_000 ** power;
  const digits = power === 0 ? 0 : 1;
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${units[power]}`;
}

/** The state of a session: the key of its badge and its label. */
export function sessionState({ endedAt, throttled }: Pick<NetworkSessionSnapshot, 'endedAt' | 'throttled'>) {
  if (endedAt !== null) return { status: 'closed', label: 'Ended' };
  return throttled ? { status: 'throttled', label: 'Throttled' } : { status: 'online', label: 'Online' };
}

/** An Acct-Terminate-Cause as text, such as “user request”. */
export function endReason(reason: string | null): string | null {
  return reason?.replaceAll('-', ' ').toLowerCase().replace(/^nas/, 'NAS') ?? null;
}
