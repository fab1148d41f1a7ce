import type { installationKinds, installationStatuses } from '../../../contract/enums.ts';
import { windowFrom, windowWithAppointment } from '../../../contract/installation-rules.ts';

type Status = (typeof installationStatuses)[number];

/** The end of the window of a new installation. Contract: Installation. */
export function windowEnd(now: Date, scheduledAt: Date | null): Date {
  const end = windowFrom(now.getTime());
  return new Date(scheduledAt ? windowWithAppointment(end, scheduledAt.getTime()) : end);
}

/** The description of the charge for a fee. */
export const feeDescriptions: Record<(typeof installationKinds)[number], string> = {
  INITIAL: 'Installation fee',
  REPLACEMENT: 'Replacement fee',
  RELOCATION: 'Relocation fee',
};

/**
 * The next move of an open installation. It activates when its fee is settled and it is installed, or when it is marked
 * as activated. With the fee settled only, it awaits installation. Contract: Installation.
 * @param facts the facts after the change
 */
export function nextMove(
  status: Status,
  facts: { isSettled: boolean; isInstalled: boolean; isMarkedDone: boolean },
): 'activate' | 'settle' | null {
  if (facts.isMarkedDone || (facts.isSettled && facts.isInstalled)) return 'activate';
  return facts.isSettled && status === 'PENDING_PAYMENT' ? 'settle' : null;
}
