import { DAY_MS } from './days.ts';
import type { installationStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof installationStatuses)[number];

/**
 * Days from creation, or from a later appointment, after which an installation is abandoned. Contract: Installation.
 */
export const INSTALLATION_WINDOW_DAYS = 30;

const WINDOW_MS = INSTALLATION_WINDOW_DAYS * DAY_MS;

/** The end of the window of a new installation without an appointment, in ms since 1970. Contract: Installation. */
export function windowFrom(nowMs: number): number {
  return nowMs + WINDOW_MS;
}

/**
 * The end of a window with an appointment, in ms since 1970: 30 days after an appointment that lies after the window, so
 * that the window does not end first. A new installation gets it, and the portal proposes it with a new appointment; a
 * PATCH of the appointment alone leaves the window as it is. Contract: Installation.
 */
export function windowWithAppointment(windowEndMs: number, appointmentMs: number): number {
  return appointmentMs > windowEndMs ? appointmentMs + WINDOW_MS : windowEndMs;
}

/** The statuses in which an installation is still to be done. */
export const openInstallationStatuses = [
  'PENDING_PAYMENT',
  'AWAITING_INSTALLATION',
] as const satisfies Status[];

/** Whether an installation is still to be done. Only then it can be changed. Contract: Installation. */
export function isOpenInstallation({ status }: { status: Status }): boolean {
  return openInstallationStatuses.some((each) => each === status);
}

/** Whether only the visit of an installation is to be done: its fee is paid, waived or zero. Contract: Installation. */
export function isAwaitingVisit({ status }: { status: Status }): boolean {
  return status === 'AWAITING_INSTALLATION';
}

/** Whether an installation waits for its fee. Contract: Installation. */
export function isFeeDue({ status }: { status: Status }): boolean {
  return status === 'PENDING_PAYMENT';
}

/**
 * Why the fee of an open installation cannot be waived; null when it can. A request to waive the fee of a free one changes
 * nothing; one for a settled fee is refused. Contract: Installation.
 */
export function feeWaiverObstacle({
  status,
  free,
}: {
  status: Status;
  free: boolean;
}): 'free' | 'settled' | null {
  if (free) return 'free';
  return isFeeDue({ status }) ? null : 'settled';
}

/** The fields that set an appointment. One after the deadline moves the deadline, which would be reached first. */
export function appointmentAt(scheduledAt: string, windowEndsAt: string) {
  const [before, appointment] = [Date.parse(windowEndsAt), Date.parse(scheduledAt)];
  const end = windowWithAppointment(before, appointment);
  return end === before ? { scheduledAt } : { scheduledAt, windowEndsAt: new Date(end).toISOString() };
}
