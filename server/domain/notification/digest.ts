import { randomUUID } from 'node:crypto';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { notificationDigest } from '../../../drizzle/schema/notification.ts';
import { realNow } from '../../clock.ts';
import { DIGEST_HOUR, type NotificationDigest } from '../../contract/portal/notification.ts';
import type { Role } from '../../contract/roles.ts';
import { describeNotification } from '../../contract/texts/describe-notification.ts';
import { db } from '../../db/client.ts';
import { forEachAccount } from '../../work/for-each-account.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { enqueueEmails } from '../messaging/email/enqueue.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { notificationsOf } from './list.ts';

/** Whether the person who calls gets the daily email of the provider. @throws FORBIDDEN unless the caller is a person */
export async function getDigest(scope: Scope): Promise<NotificationDigest> {
  const [row] = await scope.db
    .select()
    .from(notificationDigest)
    .where(digestOf(scope, requireStaff(scope).id));
  return { isDaily: row !== undefined };
}

/**
 * Starts or stops the daily email for the person who calls. The first one comes at the next `DIGEST_HOUR`.
 * @throws FORBIDDEN unless the caller is a person
 */
export async function setDigest(
  scope: WriteScope,
  { isDaily }: NotificationDigest,
): Promise<NotificationDigest> {
  const { id: staffUserId } = requireStaff(scope);
  if (isDaily) {
    await scope.db.execute(sql`
      insert into notification_digest (provider_id, staff_user_id, done_on)
      select p.id, ${staffUserId}, ${lastDueDay()} from provider p where p.id = ${scope.providerId}
      on conflict do nothing`);
  } else {
    await scope.db.delete(notificationDigest).where(digestOf(scope, staffUserId));
  }
  return { isDaily };
}

type DueDigest = { providerId: string; staffUserId: string; role: Role; day: string };

/**
 * Queues the daily email of each person who chose it, after `DIGEST_HOUR` in the provider's time zone, by real time. It has
 * what is unread; without anything there is no email. The transaction that queues the email marks the day as done, so several
 * processes queue one. A person who left the team gets none.
 */
export async function queueDigests(): Promise<void> {
  const due = await db().execute<DueDigest>(sql`
    select d.provider_id as "providerId", d.staff_user_id as "staffUserId", m.role, ${lastDueDay()}::text as day
    from notification_digest d
    join provider p on p.id = d.provider_id
    join staff_member m on m.organisation_id = p.organisation_id and m.user_id = d.staff_user_id
    where d.done_on < ${lastDueDay()}`);
  await forEachAccount('queue digests', due, queueDigest);
}

async function queueDigest({ providerId, staffUserId, role, day }: DueDigest): Promise<void> {
  const caller = { type: 'system', name: 'notifications' } as const;
  await transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    const claimed = await scope.db
      .update(notificationDigest)
      .set({ doneOn: day })
      .where(and(digestOf(scope, staffUserId), lt(notificationDigest.doneOn, day)))
      .returning({ doneOn: notificationDigest.doneOn });
    if (claimed.length === 0) return;
    const unread = (await notificationsOf(scope, { id: staffUserId, role })).filter(({ isRead }) => !isRead);
    if (unread.length === 0) return;
    const facts = { sentences: unread.map(describeNotification) };
    await enqueueEmails(scope, [{ kind: 'NOTIFICATIONS', factId: staffUserId, staffUserId, facts }]);
  });
}

function digestOf({ providerId }: Pick<Scope, 'providerId'>, staffUserId: string): SQL | undefined {
  return and(eq(notificationDigest.providerId, providerId), eq(notificationDigest.staffUserId, staffUserId));
}

/** The day of the latest `DIGEST_HOUR` in the time zone of the provider `p`. */
function lastDueDay(): SQL {
  const now = realNow().toISOString();
  return sql`((${now}::timestamptz at time zone p.time_zone) - make_interval(hours => ${DIGEST_HOUR}))::date`;
}
