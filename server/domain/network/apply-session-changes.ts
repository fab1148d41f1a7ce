import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { networkCommand, networkSession } from '../../../drizzle/schema/network.ts';
import { MINUTE_MS, SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';
import { transaction } from '../../db/transaction.ts';
import { emit } from '../../events/emit.ts';
import { log } from '../../log.ts';
import { changeSpeed, disconnectSession, type NasAnswer } from '../../radius/coa.ts';
import type { Speed } from '../../radius/desired.ts';
import { change } from '../../state/record.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { defineQueue, drain, isStillClaimed, providersWithDue, retryAt } from '../model/leased-queue.ts';
import { networkSessionResource } from '../model/network-session/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';
import { desiredUser, heldAmong } from './access.ts';
import { targetOf } from './nas.ts';
import { throttlesOf } from './throttles.ts';

const queue = defineQueue({
  name: 'session changes',
  table: networkCommand,
  key: ['sessionId'],
  due: 'dueAt',
  order: ['dueAt', 'sessionId'],
  // A request to a NAS is one datagram and a wait, so many at once cost little.
  batch: 100,
  leaseMs: 30 * SECOND_MS,
  retryWaitsMs: [10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS],
  // Until the session ends.
  retriesForever: true,
  // A change that comes during an attempt raises the version, and keeps the row.
  fence: ['version'],
});

type PendingChange = typeof networkCommand.$inferSelect;

/**
 * Tells network access servers what became of the sessions they have, for one provider, until nothing is due or the
 * budget is spent: another speed by a CoA-Request, and the end by a Disconnect-Request, which also comes where a NAS
 * takes no CoA. What a session needs is looked at here; safe to run twice, at once, and to be killed anywhere: a NAS may
 * hear the same thing again, and what it agreed to is noted once. Contract: RADIUS.
 * @param budgetMs real time in which new attempts are begun, in ms
 */
export function adjustSessions(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  return drain(queue, work, attempt);
}

/** The ids of the providers with session changes that are due. */
export function providersWithSessionsToAdjust(): Promise<string[]> {
  return providersWithDue(queue);
}

async function attempt(pending: PendingChange): Promise<'done'> {
  const failure = await adjust(pending);
  const dueAt = failure === null ? null : retryAt(queue, pending.attempts);
  const isOurs = isStillClaimed(queue, pending);
  if (dueAt) await db().update(networkCommand).set({ dueAt, failure }).where(isOurs);
  else await db().delete(networkCommand).where(isOurs);
  return 'done';
}

/** Brings one session to what its subscription says. @returns what went wrong, null when nothing is left to do */
async function adjust({ providerId, sessionId }: PendingChange): Promise<string | null> {
  const caller = { type: 'system', name: 'network' } as const;
  const origin = { providerId, caller, correlationId: randomUUID() };
  const wish = await transaction(origin, (scope) => wishFor(scope, sessionId));
  if (wish === null) return null;
  const { session, nas } = wish.target;
  if (!nas) return `no server with the address ${session.nasIpAddress} is known`;
  if (wish.speed) {
    const answer = await changeSpeed(nas, session, wish.speed);
    if (answer.outcome === 'ack') {
      await transaction(origin, async (scope) => {
        await noteFollowed(scope, sessionId, wish.change);
        await noteThrottle(scope, sessionId, wish.isThrottled);
      });
      return null;
    }
    log.info({ sessionId, providerId, answer }, 'no change of speed, so the session is to end');
  }
  const answer = await disconnectSession(nas, session);
  if (answer.outcome !== 'ack') return inWords(answer);
  await transaction(origin, (scope) => noteFollowed(scope, sessionId, wish.change));
  return null;
}

/** What a session should be told, by the change of its subscription; null for one that has ended. No speed: it has to end. */
async function wishFor(scope: Scope, sessionId: string) {
  const session = await find(scope, networkSessionResource, sessionId);
  if (session.endedAt !== null) return null;
  const row = await find(scope, subscriptionResource, session.subscriptionId);
  const [target, throttles, held] = [
    await targetOf(scope, session),
    await throttlesOf(scope, [row]),
    await heldAmong(scope, [row]),
  ];
  if (!target) return null;
  const throttle = throttles.get(row.id);
  const user = desiredUser(row, held.has(row.subscriberId), new Map(), throttle);
  const speed: Speed | null = user.access === 'in_service' ? user.speed : null;
  // The change was read before what it brought: a later one is told by a command of its own.
  return { target, speed, isThrottled: throttle !== undefined, change: row.networkChangedAt };
}

/** Notes which change of its subscription a session follows now that its NAS agreed. */
async function noteFollowed(scope: WriteScope, sessionId: string, change: Date): Promise<void> {
  await scope.db
    .update(networkSession)
    .set({ followsChangeAt: change })
    .where(and(eq(networkSession.providerId, scope.providerId), eq(networkSession.id, sessionId)));
}

/** Notes whether a session is throttled now, and announces it when it has just become so. Contract: RADIUS. */
async function noteThrottle(scope: WriteScope, sessionId: string, throttled: boolean): Promise<void> {
  const before = await findForUpdate(scope, networkSessionResource, sessionId);
  if (before.throttled === throttled || before.endedAt !== null) return;
  const action = `network_session.${throttled ? 'throttle' : 'restore'}`;
  const after = await change(scope, networkSessionResource, before, { throttled }, undefined, action);
  if (!throttled) return;
  const current = await presentOne(scope, networkSessionResource, after);
  emit(scope, 'network.throttled', { current: { ...current, reason: 'DATA_CAP' } });
}

function inWords(answer: Exclude<NasAnswer, { outcome: 'ack' }>): string {
  if (answer.outcome === 'timeout') return 'the server did not answer';
  return `the server refused${answer.errorCause === null ? '' : `, Error-Cause ${answer.errorCause}`}`;
}
