import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { EmailSnapshot, emailId } from '../../contract/portal/email.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { recipientOn, requireFewByHand } from '../messaging/email/by-hand.ts';
import { isAboutAccess, isToSubscriber, sendsOn } from '../messaging/email/enqueue.ts';
import { readSettings } from '../messaging/email/settings.ts';
import { requireWanted } from '../messaging/email/wanted.ts';
import { emailResource } from '../model/email/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/**
 * Queues a message again that is not queued. It is due at once and has all its attempts again.
 * @throws NOT_FOUND; PRECONDITION in a sandbox, without a mail server or gateway, and on a channel that the subscriber does not want;
 *   CONFLICT while it is queued, and for one about access to the portal that was sent; RATE_LIMITED for too many within a day
 */
export async function resendEmail(
  scope: WriteScope,
  { id }: z.output<typeof emailId>,
): Promise<EmailSnapshot> {
  const row = await findForUpdate(scope, emailResource, id);
  const { connected } = await readSettings(scope);
  if (!sendsOn(scope, row, connected)) {
    throw refuse('PRECONDITION', {
      field: 'id',
      message:
        scope.livemode || isAboutAccess(row.kind)
          ? row.channel === 'SMS'
            ? 'No gateway for SMS is connected, so no SMS can be sent.'
            : 'No mail server is configured, so no email can be sent.'
          : 'A sandbox sends no messages. You can read them here.',
    });
  }
  const { kind, channel, subscriberId } = row;
  if (row.status === 'SENT' && isAboutAccess(kind)) {
    throw refuse('CONFLICT', {
      field: 'id',
      message: 'An email about access is sent once. The team page sends an invitation with a new link.',
    });
  }
  if (subscriberId !== null && isToSubscriber(kind)) {
    const reader = await find(scope, subscriberResource, subscriberId);
    requireWanted(reader, { kind, channel });
    await requireFewByHand(scope, recipientOn(reader, channel));
  } else await requireFewByHand(scope, row.accessEmail ?? row.staffUserId ?? '');
  await transition(scope, emailResource, row, 'resend', {
    nextAttemptAt: realNow(),
    attempts: 0,
    error: null,
    sentAt: null,
    sentTo: null,
    deliveredAt: null,
    parts: null,
    gatewayId: null,
    language: null,
    textId: row.kind === 'NOTICE' ? row.textId : null,
    correlationId: scope.correlationId,
  });
  scope.outbox.wakes.add('emails/due');
  return presentOne(scope, emailResource, await find(scope, emailResource, id));
}
