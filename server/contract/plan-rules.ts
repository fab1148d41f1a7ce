/** Imports no library, so that pages can import it at no cost. */

/** Whether a plan is disabled: no new subscription can have it, and it can be deleted. Contract: Plan. */
export function isDisabledPlan({ disabledAt }: { disabledAt: Date | string | null }): boolean {
  return disabledAt !== null;
}
