import { sql } from 'drizzle-orm';
import type { AnnouncementSource } from '../../../drizzle/schema/announcement.ts';
import { refuse } from '../../contract/errors.ts';
import type { AnnouncementSnapshot, AnnouncementTexts } from '../../contract/portal/announcement.ts';
import { arrayParameter } from '../../db/statement.ts';
import { create } from '../../state/record.ts';
import { find, presentOne } from '../../state/resource.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { createJob } from '../job/create.ts';
import { requireFillable } from '../message/texts.ts';
import { requireFewOfAccount } from '../messaging/email/by-hand.ts';
import { announcementResource } from '../model/announcement/resource.ts';
import { messageTextResource } from '../model/message-text/resource.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { readReaders } from './readers.ts';

type NewAnnouncement = AnnouncementTexts & {
  source: AnnouncementSource;
} & ({ kind: 'NOTICE' | 'OUTAGE'; pageText?: string | undefined } | { kind: 'RESOLVED'; outageId: string });

/**
 * Announces something to subscribers: a job queues the message to each of them on each channel that has a text. Contract: Announcements.
 * @param people the number of people that the preview showed
 * @throws VALIDATION_FAILED for a text that cannot be filled; CONFLICT where another number of people is to get it, none is, or more than a
 *   job can have; RATE_LIMITED for too many messages within a day
 */
export async function createAnnouncement(
  scope: WriteScope,
  subscriberIds: readonly string[],
  { people, ...announced }: NewAnnouncement & { people: number },
): Promise<AnnouncementSnapshot> {
  const readers = await readReaders(scope, subscriberIds);
  if (readers.length !== people) {
    throw refuse('CONFLICT', {
      field: 'people',
      message: `It would go to ${count(readers.length)} people now, not ${count(people)}. Look at them again.`,
    });
  }
  if (people === 0) throw refuse('CONFLICT', { field: 'filter', message: 'It has no readers.' });
  return announce(
    scope,
    readers.map(({ id }) => id),
    announced,
  );
}

/** Stores an announcement with its readers, and the job that queues its messages. */
export async function announce(
  scope: WriteScope,
  readerIds: readonly string[],
  announced: NewAnnouncement,
): Promise<AnnouncementSnapshot> {
  const { kind, source, subject = null, email = null, sms = null } = announced;
  const pageText = ('pageText' in announced && announced.pageText) || null;
  requireFillable('NOTICE', { subject, email, sms, pageText });
  const id = newId('announcement', scope.now);
  const textOf = async (channel: 'EMAIL' | 'SMS', body: string | null) =>
    body === null
      ? null
      : (
          await create(scope, messageTextResource, {
            ...{ kind: 'NOTICE', channel, language: null, body },
            subject: channel === 'EMAIL' ? subject : null,
          })
        ).id;
  const [emailTextId, smsTextId] = [await textOf('EMAIL', email), await textOf('SMS', sms)];
  const channels = [...(emailTextId ? (['EMAIL'] as const) : []), ...(smsTextId ? (['SMS'] as const) : [])];
  const rows = readerIds.flatMap((subscriberId, i) =>
    channels.map((channel) => ({
      input: { id, position: i + 1, channel },
      aboutId: subscriberId,
      name: channel === 'SMS' ? 'SMS' : 'Email',
    })),
  );
  const job =
    rows.length > 0 &&
    (await createJob(
      scope,
      {
        ...{ kind: 'bulk', action: 'announcements.send', status: 'RUNNING' },
        source: { list: source.list, filter: source.filter, announcementId: id },
      },
      rows,
    ));
  await create(
    scope,
    announcementResource,
    {
      ...{ kind, emailTextId, smsTextId, pageText, source },
      outageId: announced.kind === 'RESOLVED' ? announced.outageId : null,
      jobId: job ? job.id : null,
      staffName: requireStaff(scope).name,
    },
    { id },
  );
  await scope.db.execute(sql`
    insert into announcement_reader (provider_id, announcement_id, position, subscriber_id)
    select ${scope.providerId}, ${id}, n, subscriber_id
    from unnest(${sql.param(arrayParameter([...readerIds]))}::text[]) with ordinality as r (subscriber_id, n)`);
  if (rows.length > 0) await requireFewOfAccount(scope, rows.length);
  return presentOne(scope, announcementResource, await find(scope, announcementResource, id));
}

const count = new Intl.NumberFormat('en').format;
