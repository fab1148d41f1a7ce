import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Bytes as people say them; decimal, like data caps. */
export function bytesOf(octets: number): string {
  const power = octets < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(octets) / 3));
  const amount = octets / 1_000 ** power;
  const digits = power === 0 ? 0 : 1;
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${units[power]}`;
}

/** Where a session stands, in a word of ours and in words for people. */
export function standingOf({ endedAt, throttled }: Pick<NetworkSessionSnapshot, 'endedAt' | 'throttled'>) {
  if (endedAt !== null) return { status: 'closed', label: 'Ended' };
  return throttled ? { status: 'throttled', label: 'Throttled' } : { status: 'online', label: 'Online' };
}

/** `User-Request` as a sentence has it. */
export function endOf(reason: string | null): string | null {
  return reason?.replaceAll('-', ' ').toLowerCase().replace(/^nas/, 'NAS') ?? null;
}
