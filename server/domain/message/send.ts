import { invalidValue } from '../../contract/errors.ts';
import type { MessageSend, MessageSnapshot } from '../../contract/message.ts';
import { isErased, isTerminated } from '../../contract/subscriber-rules.ts';
import { create } from '../../state/record.ts';
import { find, findOrNull, presentOne } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { recipientOn, requireFewByHand } from '../messaging/email/by-hand.ts';
import { enqueueEmails } from '../messaging/email/enqueue.ts';
import { requireWanted } from '../messaging/email/wanted.ts';
import { emailResource } from '../model/email/resource.ts';
import { messageTextResource } from '../model/message-text/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { requireFillable } from './texts.ts';

/**
 * Sends a notice to one subscriber. Its text may use the variables of every text. Contract: Messages.
 * @throws VALIDATION_FAILED for an unknown or erased subscriber and a text that cannot be filled; PRECONDITION where the subscriber does
 *   not want notices on the channel; RATE_LIMITED for too many within a day
 */
export async function sendMessage(
  scope: WriteScope,
  { subscriberId, channel, subject: givenSubject, text }: MessageSend,
): Promise<MessageSnapshot> {
  const subject = givenSubject ?? null;
  requireFillable('NOTICE', { subject, text });
  const reader = await findOrNull(scope, subscriberResource, subscriberId);
  if (!reader || isErased(reader)) throw invalidValue('subscriberId', 'There is no such subscriber.');
  if (isTerminated(reader)) throw invalidValue('subscriberId', 'The subscriber is terminated.');
  requireWanted(reader, { kind: 'NOTICE', channel });
  await requireFewByHand(scope, recipientOn(reader, channel));
  const { id: textId } = await create(scope, messageTextResource, {
    ...{ kind: 'NOTICE', channel, language: null, subject },
    body: text,
  });
  const [id] = await enqueueEmails(scope, [
    {
      ...{ kind: 'NOTICE', factId: textId, subscriberId, facts: { notice: true }, textId },
      channels: [channel],
      occurrence: null,
    },
  ]);
  if (id === undefined) throw new Error('the message was not queued');
  audit(scope, 'mail.create', { type: 'mail', id }, { channel: { before: null, after: channel } });
  return presentOne(scope, emailResource, await find(scope, emailResource, id));
}
