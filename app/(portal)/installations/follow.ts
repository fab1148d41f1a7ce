import { formatMoney } from '@/components/format/format-money.ts';
import { humanize } from '@/components/format/status-badge.tsx';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { isOpenInstallation } from '@/server/contract/installation-rules.ts';

/** What is known of an installation when something is about to be done to it. */
export type Known = {
  installation: InstallationSnapshot;
  /** The charge for its fee. */
  fee: ChargeSnapshot | null;
  /** How many payments for the fee are under way. */
  pendingPayments: number;
  /** An instant in the provider's zone. */
  timeOf: (instant: string) => string;
};

/** What a change of appointment, window, technician or notes brings about. */
export function followsChange({ timeOf }: Pick<Known, 'timeOf'>, after: Appointment): string[] {
  const { scheduledAt, windowEndsAt, technician } = after;
  return [
    scheduledAt
      ? `The appointment is ${timeOf(scheduledAt)}${technician ? `, with ${technician}` : ''}.`
      : `There is no appointment${technician ? `; ${technician} has it all the same` : ''}.`,
    scheduledAt && scheduledAt > windowEndsAt
      ? `It is abandoned on ${timeOf(windowEndsAt)}, before the appointment: give it a longer window.`
      : `Not done by ${timeOf(windowEndsAt)}, it is abandoned; a fee that is still owed is cancelled with it.`,
    'Its state stays, so there is no event; the change is in the audit trail.',
  ];
}

export type Appointment = Pick<InstallationSnapshot, 'scheduledAt' | 'windowEndsAt' | 'technician'>;

/** What it brings about that an installation is done. `waits`: it is noted now and counts once the fee is settled. */
export function followsDone(
  { installation, fee, timeOf }: Known,
  at: string | null,
  waits: boolean,
): string[] {
  const when = at ? timeOf(at) : 'now';
  if (waits) {
    return [
      `It is noted that it was installed: ${when}.`,
      `It stays ${humanize(installation.status)} until the fee${sumOf(fee)} is paid or waived, and is activated then.`,
      'No event yet; installation.updated follows with the payment.',
    ];
  }
  return [
    `It is activated, installed ${when}, and cannot be changed any more.`,
    ...(fee?.status === 'PENDING'
      ? [`The fee${sumOf(fee)} stays owed and can be paid or waived as a charge.`]
      : []),
    'Event: installation.updated.',
  ];
}

/** Only the fee of one that waits for it can be waived. */
export function followsWaiver({ installation, fee, pendingPayments }: Known): string[] {
  return [
    `The charge for the fee${sumOf(fee)} is waived and need not be paid.`,
    ...expiring(pendingPayments),
    installation.installedAt ? 'It was installed already, so it is activated.' : 'It waits to be installed.',
    events([...expiredEvents(pendingPayments), 'installation.updated']),
  ];
}

export function followsCancellation({ installation, fee, pendingPayments, timeOf }: Known): string[] {
  const { scheduledAt, technician } = installation;
  const isOwed = fee?.status === 'PENDING';
  return [
    scheduledAt
      ? `The appointment ${timeOf(scheduledAt)}${technician ? ` with ${technician}` : ''} is off.`
      : 'It is called off; there is no appointment.',
    ...(isOwed ? [`The charge for the fee${sumOf(fee)} is cancelled.`, ...expiring(pendingPayments)] : []),
    ...(fee?.status === 'PAID'
      ? [`The fee${sumOf(fee)} was paid and stays paid; giving it back is a refund.`]
      : []),
    'The subscription stays as it is and may have another installation.',
    events(['installation.updated', ...(isOwed ? expiredEvents(pendingPayments) : [])]),
  ];
}

/** What several of them are told in a line each, or why one is left out. */
export function leftOut(installation: InstallationSnapshot): { skip: string } | null {
  return isOpenInstallation(installation)
    ? null
    : { skip: `is ${humanize(installation.status).toLowerCase()}` };
}

function sumOf(fee: ChargeSnapshot | null): string {
  return fee ? ` of ${formatMoney(fee.amount, fee.currency)}` : '';
}

function expiring(payments: number): string[] {
  return payments > 0 ? ['The payment that is under way for it expires.'] : [];
}

function expiredEvents(payments: number): string[] {
  return payments > 0 ? ['payment.expired'] : [];
}

function events(names: string[]): string {
  return `${names.length === 1 ? 'Event' : 'Events'}: ${names.join(', ')}.`;
}
