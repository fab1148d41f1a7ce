import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';

/** The state of a session: the key of its badge and its label. */
export function sessionState({ endedAt, throttled }: Pick<NetworkSessionSnapshot, 'endedAt' | 'throttled'>) {
  if (endedAt !== null) return { status: 'closed', label: 'Ended' };
  return throttled ? { status: 'throttled', label: 'Throttled' } : { status: 'online', label: 'Online' };
}
