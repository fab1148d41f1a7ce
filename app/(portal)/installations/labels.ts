import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import { isPendingCharge } from '@/server/contract/charge-rules.ts';
import { DAY_MS } from '@/server/contract/days.ts';
import type { installationKinds } from '@/server/contract/enums.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { isOpenInstallation } from '@/server/contract/installation-rules.ts';

export const kindNames: Record<(typeof installationKinds)[number], string> = {
  INITIAL: 'First installation',
  REPLACEMENT: 'Replacement',
  RELOCATION: 'Relocation',
};

type Progress = Pick<InstallationSnapshot, 'status' | 'scheduledAt' | 'startedAt' | 'installedAt'>;

type Fee = Pick<ChargeSnapshot, 'status' | 'reason'>;

/** Why an installation is in its state, in a few words; null where the state is enough. `fee` is its charge. */
export function reasonOf(installation: Progress, fee: Fee | null | undefined): string | null {
  const { status, scheduledAt, startedAt, installedAt } = installation;
  switch (status) {
    case 'PENDING_PAYMENT':
      return `${installedAt ? 'installed, ' : startedAt ? 'begun, ' : ''}fee unpaid`;
    case 'AWAITING_INSTALLATION':
      if (startedAt) return 'begun';
      return scheduledAt ? null : 'no appointment yet';
    case 'ACTIVATED':
      return fee && isPendingCharge(fee) ? 'fee unpaid' : null;
    case 'CANCELLED':
      return cancelledBecause(fee);
    case 'ABANDONED':
      return 'not done before the deadline';
    case 'ARCHIVED':
      return 'the subscription ended';
    case 'COMPLETED':
      return null;
  }
}

/** The charge shows the cause: cancelling an installation cancels its charge, and the other way round. */
function cancelledBecause(fee: Fee | null | undefined): string | null {
  if (fee?.status !== 'CANCELLED' || fee.reason === 'INSTALLATION_CANCELLED') return null;
  return fee.reason === 'EXPIRED' ? 'the fee was not paid in time' : 'the fee was cancelled';
}

/** How long before its deadline an open installation needs attention. */
const CLOSING_MS = 5 * DAY_MS;

/** Why an installation needs attention: its appointment has passed, or its deadline is near. */
export function urgencyOf(
  installation: Pick<InstallationSnapshot, 'status' | 'scheduledAt' | 'windowEndsAt'>,
  now: string,
): 'missed' | 'closing' | null {
  if (!isOpenInstallation(installation)) return null;
  if (installation.scheduledAt && installation.scheduledAt < now) return 'missed';
  const left = Date.parse(installation.windowEndsAt) - Date.parse(now);
  return left < CLOSING_MS ? 'closing' : null;
}
