/** Imports no library, so that pages can import it at no cost. */

/** The days of service after an unpaid end of a cycle, where a new plan names none. */
export const DEFAULT_GRACE_DAYS = 3;

/** Whether a plan is disabled: no new subscription can have it, and it can be deleted. Contract: Plan. */
export function isDisabledPlan({ disabledAt }: { disabledAt: Date | string | null }): boolean {
  return disabledAt !== null;
}
