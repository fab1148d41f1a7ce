import type { installationStatuses } from './enums.ts';

/** Free of any library, so that pages can import it for nothing. */

type Status = (typeof installationStatuses)[number];

/** How long after its order, or an appointment beyond that, an installation is given up. */
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
