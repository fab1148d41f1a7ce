import type { chargeStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof chargeStatuses)[number];

/** The statuses in which a charge can be paid, waived or cancelled. */
export const pendingChargeStatuses = ['PENDING'] as const satisfies Status[];

/** Whether a charge can be paid, waived or cancelled. Contract: Charge. */
export function isPendingCharge({ status }: { status: Status }): boolean {
  return pendingChargeStatuses.some((each) => each === status);
}
