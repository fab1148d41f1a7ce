import { DAY_MS, plus } from '../../../clock.ts';
import type { installationKinds, installationStatuses } from '../../../contract/enums.ts';
import { INSTALLATION_WINDOW_DAYS } from '../../../contract/installation.ts';

type Status = (typeof installationStatuses)[number];

const WINDOW_MS = INSTALLATION_WINDOW_DAYS * DAY_MS;

/**
 * When a new installation is given up unless it is done: after 30 days, counted from the appointment where that is
 * beyond them.
 */
export function windowEnd(now: Date, scheduledAt: Date | null): Date {
  const end = plus(now, WINDOW_MS);
  return scheduledAt && scheduledAt > end ? plus(scheduledAt, WINDOW_MS) : end;
}

/** What the charge for a fee says it is for. */
export const feeDescriptions: Record<(typeof installationKinds)[number], string> = {
  INITIAL: 'Installation fee',
  REPLACEMENT: 'Replacement fee',
  RELOCATION: 'Relocation fee',
};

/**
 * The move an open installation makes: it is activated once it is both settled and installed, or at once when it is
 * marked done; settled only, it waits to be installed.
 * @param facts as they are after the change: whether the fee is settled, and the installation done or marked so
 */
export function nextMove(
  status: Status,
  facts: { isSettled: boolean; isInstalled: boolean; isMarkedDone: boolean },
): 'activate' | 'settle' | null {
  if (facts.isMarkedDone || (facts.isSettled && facts.isInstalled)) return 'activate';
  return facts.isSettled && status === 'PENDING_PAYMENT' ? 'settle' : null;
}
