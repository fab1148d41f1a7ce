import type { DueWorkName } from '@/server/contract/portal/due-work-names.ts';

/** The labels of the kinds of due work. */
export const dueWorkLabels: Record<DueWorkName, string> = {
  'credit settlement': 'Settlement from credit',
  'payment expiry': 'Open payments expire',
  'charge expiry': 'Charges expire',
  'installation window': 'Installation windows end',
  'pending expiry': 'Unpaid new subscriptions expire',
  'upgrade expiry': 'Unpaid upgrades expire',
  'renewal window': 'Renewal windows open',
  'cycle end': 'Billing cycles end',
  'grace end': 'Grace periods end',
  reminder: 'Reminders are sent',
};

const DAY = 86_400;

/** `68 days 3 hours`: the two largest units that are not zero. */
export function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / DAY), 'day'],
    [Math.floor((seconds % DAY) / 3_600), 'hour'],
    [Math.floor((seconds % 3_600) / 60), 'minute'],
    [Math.floor(seconds % 60), 'second'],
  ] as const;
  const shown = parts.filter(([n]) => n > 0).slice(0, 2);
  if (shown.length === 0) return 'no time';
  return shown.map(([n, unit]) => `${n.toLocaleString('en')} ${unit}${n === 1 ? '' : 's'}`).join(' ');
}

/** The earliest due instant, of one kind or of all. */
export function firstDue(kinds: { name: string; first: string | null }[], name?: string): string | null {
  const instants = kinds.flatMap((kind) => (kind.first && (!name || kind.name === name) ? [kind.first] : []));
  return instants.toSorted()[0] ?? null;
}
