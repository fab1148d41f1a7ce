import { and, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import { announcementReader } from '../../../drizzle/schema/announcement.ts';
import { mail } from '../../../drizzle/schema/mail.ts';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type {
  AnnouncementResolve,
  AnnouncementSnapshot,
  announcementId,
} from '../../contract/portal/announcement.ts';
import { isOneOf } from '../../db/statement.ts';
import { change } from '../../state/record.ts';
import { find, findForUpdate, findOrNull, presentOne } from '../../state/resource.ts';
import { transitionAll } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { resumeJob, stopJob } from '../job/control.ts';
import { announcementResource } from '../model/announcement/resource.ts';
import { emailResource } from '../model/email/resource.ts';
import { jobResource } from '../model/job/resource.ts';
import { announce } from './create.ts';

type Id = z.output<typeof announcementId>;

/** Messages that are read and queued again at a time. */
const CHUNK = 250;

/**
 * Pauses an announcement: no further message of it is queued or begins to be sent. Contract: Announcements.
 * @throws NOT_FOUND; CONFLICT for one that is paused
 */
export async function pauseAnnouncement(scope: WriteScope, { id }: Id): Promise<AnnouncementSnapshot> {
  const row = await findForUpdate(scope, announcementResource, id);
  if (row.pausedAt) throw refuse('CONFLICT', { field: 'id', message: 'The announcement is paused.' });
  await change(scope, announcementResource, row, { pausedAt: scope.now }, { action: 'announcement.pause' });
  const job = row.jobId && (await findOrNull(scope, jobResource, row.jobId));
  if (job && job.status === 'RUNNING') await stopJob(scope, { id: job.id });
  return present(scope, id);
}

/**
 * Resumes a paused announcement, with the messages that were held meanwhile. Contract: Announcements.
 * @throws NOT_FOUND; CONFLICT for one that is not paused
 */
export async function resumeAnnouncement(scope: WriteScope, { id }: Id): Promise<AnnouncementSnapshot> {
  const row = await findForUpdate(scope, announcementResource, id);
  const job = row.jobId && (await findOrNull(scope, jobResource, row.jobId));
  // A job stops by itself when its person may not send any more.
  const isStopped = job && job.status === 'STOPPED';
  if (!row.pausedAt && !isStopped) {
    throw refuse('CONFLICT', { field: 'id', message: 'The announcement is not paused.' });
  }
  await change(scope, announcementResource, row, { pausedAt: null }, { action: 'announcement.resume' });
  if (isStopped) await resumeJob(scope, { id: job.id });
  // Those without a reason are held by a sandbox, or for want of a gateway.
  const isHeld = and(
    ...[eq(mail.providerId, scope.providerId), eq(mail.kind, 'NOTICE'), eq(mail.factId, id)],
    ...[eq(mail.status, 'HELD'), isNotNull(mail.error), isNotNull(mail.subscriberId)],
  );
  const ids = (await scope.db.select({ id: mail.id }).from(mail).where(isHeld)).map((row) => row.id);
  for (let from = 0; from < ids.length; from += CHUNK) {
    const held = await scope.db
      .select()
      .from(mail)
      .where(and(isHeld, isOneOf(mail.id, ids.slice(from, from + CHUNK))))
      .for('no key update');
    const patch = { nextAttemptAt: realNow(), attempts: 0, error: null };
    await transitionAll(scope, emailResource, held, 'resend', patch);
  }
  scope.outbox.wakes.add('emails/due');
  return present(scope, id);
}

/**
 * Ends an outage: the pages of its readers no longer show it, its messages that wait are not sent, and its readers get a message that it is
 * over, where that has a text. Contract: Announcements.
 * @throws NOT_FOUND; PRECONDITION for what is no outage; CONFLICT for one that is over; VALIDATION_FAILED for a text that cannot be filled
 */
export async function resolveOutage(
  scope: WriteScope,
  { id, ...texts }: AnnouncementResolve,
): Promise<AnnouncementSnapshot> {
  const row = await findForUpdate(scope, announcementResource, id);
  if (row.kind !== 'OUTAGE') throw refuse('PRECONDITION', { field: 'id', message: 'It is no outage.' });
  if (row.resolvedAt) throw refuse('CONFLICT', { field: 'id', message: 'The outage is over.' });
  await change(
    scope,
    announcementResource,
    row,
    { resolvedAt: scope.now },
    { action: 'announcement.resolve' },
  );
  if (texts.email !== undefined || texts.sms !== undefined) {
    const readers = await scope.db
      .select({ id: announcementReader.subscriberId })
      .from(announcementReader)
      .where(
        and(eq(announcementReader.providerId, scope.providerId), eq(announcementReader.announcementId, id)),
      )
      .orderBy(announcementReader.position);
    const { source } = row;
    await announce(
      scope,
      readers.map((reader) => reader.id),
      { kind: 'RESOLVED', outageId: id, source, ...texts },
    );
  }
  return present(scope, id);
}

async function present(scope: WriteScope, id: string): Promise<AnnouncementSnapshot> {
  return presentOne(scope, announcementResource, await find(scope, announcementResource, id));
}
