import { formatMoney } from '@/components/format/format-money.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { isOpenInstallation } from '@/server/contract/installation-rules.ts';

/** What is known of a pending charge when it is about to be ended. */
export type Known = {
  charge: ChargeSnapshot;
  /** The installation whose fee it is. */
  installation: InstallationSnapshot | null;
  /** References of payments for it that wait to be settled. */
  waiting: string[];
};

/** What follows when a charge is taken back. */
export function followsCancellation({ charge, installation, waiting }: Known): string[] {
  const takesAlong = installation !== null && isOpenInstallation(installation);
  return [
    `${sumOf(charge)} is no longer owed. It cannot be charged again by this charge.`,
    ...(takesAlong ? ['The installation whose fee it is is cancelled with it.'] : untouched(installation)),
    ...expiring(waiting),
    eventsOf([...expired(waiting), ...(takesAlong ? ['installation.updated'] : [])]),
  ];
}

/** What follows when a charge is forgone. */
export function followsWaiver({ charge, installation, waiting }: Known): string[] {
  const moves = installation?.status === 'PENDING_PAYMENT';
  const next = installation?.installedAt
    ? 'The installation whose fee it is, done already, is activated.'
    : 'The installation whose fee it is goes on, free, and waits to be done.';
  return [
    `${sumOf(charge)} is forgone and need not be paid.`,
    ...(moves ? [next] : untouched(installation)),
    ...expiring(waiting),
    eventsOf([...expired(waiting), ...(moves ? ['installation.updated'] : [])]),
  ];
}

function untouched(installation: InstallationSnapshot | null): string[] {
  return installation ? ['The installation whose fee it is stays as it is.'] : [];
}

function expiring(waiting: string[]): string[] {
  return waiting.length > 0 ? [`What is under way expires at once: ${waiting.join(', ')}.`] : [];
}

function expired(waiting: string[]): string[] {
  return waiting.map(() => 'payment.expired');
}

function eventsOf(names: string[]): string {
  if (names.length === 0) return 'No event; the change is in the audit trail.';
  return `${names.length === 1 ? 'Event' : 'Events'}: ${names.join(', ')}.`;
}

function sumOf({ amount, currency }: ChargeSnapshot): string {
  return formatMoney(amount, currency);
}
