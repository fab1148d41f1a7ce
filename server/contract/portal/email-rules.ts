import { accessEmailKinds, type emailKinds, type emailStatuses } from '../enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof emailStatuses)[number];

/** The statuses in which an email can be sent again; a QUEUED one is about to be sent. */
export const resendableEmailStatuses = ['SENT', 'FAILED', 'HELD', 'DROPPED'] as const satisfies Status[];

/** Whether staff can send an email again, where the account sends emails. */
export function isResendableEmail({ status }: { status: Status }): boolean {
  return resendableEmailStatuses.some((each) => each === status);
}

/**
 * Why an email is held. A sandbox sends emails about access to the portal only; of all others, none is held but for want of a
 * mail server.
 */
export function whyHeld(kind: (typeof emailKinds)[number], livemode: boolean): string {
  const isSent = livemode || accessEmailKinds.some((each) => each === kind);
  return isSent ? 'no mail server was configured' : 'a sandbox sends no emails';
}
