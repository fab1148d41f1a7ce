import { and, eq } from 'drizzle-orm';
import { announcementReader } from '../../../drizzle/schema/announcement.ts';
import { refuse } from '../../contract/errors.ts';
import type { MessageSnapshot } from '../../contract/message.ts';
import type { AnnouncementSendTo } from '../../contract/portal/announcement.ts';
import { isTerminated } from '../../contract/subscriber-rules.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { recipientOn, requireFewTo } from '../messaging/email/by-hand.ts';
import { enqueueEmails } from '../messaging/email/enqueue.ts';
import { requireWanted } from '../messaging/email/wanted.ts';
import { announcementResource } from '../model/announcement/resource.ts';
import { emailResource } from '../model/email/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/**
 * Queues the message of an announcement to one of its readers. The reader gets one for each channel, however often this runs. Contract:
 * Announcements.
 * @throws NOT_FOUND; PRECONDITION for an outage that is over, and for a reader who has left or does not want the channel; CONFLICT where
 *   the reader has the message; RATE_LIMITED for a number or address with too many within a day
 */
export async function sendAnnouncementTo(
  scope: WriteScope,
  { id, position, channel }: AnnouncementSendTo,
): Promise<MessageSnapshot> {
  const { emailTextId, smsTextId, resolvedAt } = await find(scope, announcementResource, id);
  if (resolvedAt) throw refuse('PRECONDITION', { field: 'id', message: 'The outage is over.' });
  const textId = channel === 'EMAIL' ? emailTextId : smsTextId;
  const [reader] = await scope.db
    .select({ subscriberId: announcementReader.subscriberId })
    .from(announcementReader)
    .where(
      and(
        eq(announcementReader.providerId, scope.providerId),
        eq(announcementReader.announcementId, id),
        eq(announcementReader.position, position),
      ),
    );
  if (!reader || textId === null) throw refuse('NOT_FOUND', { field: 'position' });
  const row = await find(scope, subscriberResource, reader.subscriberId);
  if (isTerminated(row))
    throw refuse('PRECONDITION', { field: 'position', message: 'The subscriber is terminated.' });
  requireWanted(row, { kind: 'NOTICE', channel });
  await requireFewTo(scope, recipientOn(row, channel));
  const [mailId] = await enqueueEmails(scope, [
    {
      ...{
        kind: 'NOTICE',
        factId: id,
        occurrence: position,
        subscriberId: row.id,
        channels: [channel],
        textId,
      },
      facts: { notice: true },
    },
  ]);
  if (mailId === undefined)
    throw refuse('CONFLICT', { field: 'position', message: 'The reader has the message.' });
  return presentOne(scope, emailResource, await find(scope, emailResource, mailId));
}
