import type { MessageChannel, MessageKind } from '../../../contract/enums.ts';
import { refuse } from '../../../contract/errors.ts';
import { mandatoryEmailKinds } from '../../../contract/message-texts.ts';
import type { SubscriberRow } from '../../model/subscriber/resource.ts';

type Sent = { kind: MessageKind; channel: MessageChannel };

/** Why a reader does not get a message on its channel; null where it is wanted, and for emails that everybody gets. Contract: Messages. */
export function unwantedReason(
  { contactPreferences: { email, sms } }: Pick<SubscriberRow, 'contactPreferences'>,
  { kind, channel }: Sent,
): string | null {
  const isMandatory = channel === 'EMAIL' && mandatoryEmailKinds.some((each) => each === kind);
  if (isMandatory || (channel === 'EMAIL' ? email : sms)) return null;
  return `The subscriber does not want ${channel === 'EMAIL' ? 'emails' : 'SMS'}.`;
}

/**
 * Refuses a message on a channel that its reader does not want. Contract: Messages.
 * @throws PRECONDITION
 */
export function requireWanted(reader: Pick<SubscriberRow, 'contactPreferences'>, sent: Sent): void {
  const message = unwantedReason(reader, sent);
  if (message) throw refuse('PRECONDITION', { field: 'channel', message });
}
