import { accessEmailKinds, type emailKinds, type emailStatuses, type MessageChannel } from '../enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof emailStatuses)[number];
type Kind = (typeof emailKinds)[number];

/** The statuses in which an email can be sent again; a QUEUED one is about to be sent. */
export const resendableEmailStatuses = [
  'SENT',
  'DELIVERED',
  'FAILED',
  'UNKNOWN',
  'HELD',
  'DROPPED',
] as const satisfies Status[];

/**
 * Whether staff can send an email again, where the account sends emails. One about access to the portal that was sent is not: it went to
 * an address that may be that of a stranger, and the limits of invitations and links count requests for a new one.
 */
export function isResendableEmail({ status, kind }: { status: Status; kind: Kind }): boolean {
  const wasSentOnce = status === 'SENT' && accessEmailKinds.some((each) => each === kind);
  return !wasSentOnce && resendableEmailStatuses.some((each) => each === status);
}

/**
 * Why a message is held. A sandbox sends emails about access to the portal only; of all others, none is held but for want of a
 * mail server, or of a gateway for SMS.
 */
export function whyHeld(
  { kind, channel }: { kind: Kind; channel: MessageChannel },
  livemode: boolean,
): string {
  const isSent = livemode || accessEmailKinds.some((each) => each === kind);
  if (!isSent) return channel === 'SMS' ? 'a sandbox sends no SMS' : 'a sandbox sends no emails';
  return channel === 'SMS' ? 'no gateway for SMS was connected' : 'no mail server was configured';
}
