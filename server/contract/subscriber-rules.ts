import type { subscriberStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof subscriberStatuses)[number];

/** The statuses of a subscriber who is not terminated. */
export const unterminatedStatuses = ['active', 'suspended'] as const satisfies Status[];

/** Whether the personal data of a subscriber is erased. Contract: Subscriber. */
export function isErased({ erasedAt }: { erasedAt: string | Date | null }): boolean {
  return erasedAt !== null;
}

/** Whether a subscriber is terminated, who can get no charge and no subscription. Contract: Subscriber. */
export function isTerminated({ status }: { status: Status }): boolean {
  return !unterminatedStatuses.some((each) => each === status);
}
