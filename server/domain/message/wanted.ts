import type { MessageChannel, MessageKind } from '../../contract/enums.ts';
import { refuse } from '../../contract/errors.ts';
import { mandatoryEmailKinds } from '../../contract/message-texts.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';

/**
 * Refuses a message on a channel that its reader does not want. Contract: Messages.
 * @throws PRECONDITION
 */
export function requireWanted(
  { contactPreferences: { email, sms } }: Pick<SubscriberRow, 'contactPreferences'>,
  { kind, channel }: { kind: MessageKind; channel: MessageChannel },
): void {
  const isMandatory = channel === 'EMAIL' && mandatoryEmailKinds.some((each) => each === kind);
  if (isMandatory || (channel === 'EMAIL' ? email : sms)) return;
  throw refuse('PRECONDITION', {
    field: 'channel',
    message: `The subscriber does not want ${channel === 'EMAIL' ? 'emails' : 'SMS'}.`,
  });
}
