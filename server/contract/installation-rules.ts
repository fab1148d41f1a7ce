import type { installationStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof installationStatuses)[number];

/**
 * Days from creation, or from a later appointment, after which an installation is abandoned. Contract: Installation.
 */
export const INSTALLATION_WINDOW_DAYS = 30;

/** The statuses in which an installation is still to be done. */
export const openInstallationStatuses = [
  'PENDING_PAYMENT',
  'AWAITING_INSTALLATION',
] as const satisfies Status[];

/** Whether an installation is still to be done. */
export function isOpenInstallation({ status }: { status: Status }): boolean {
  return (openInstallationStatuses as readonly Status[]).includes(status);
}
