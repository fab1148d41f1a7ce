import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { networkSession, sessionChange } from '../../../drizzle/schema/network.ts';
import { MINUTE_MS, realNow, SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { log } from '../../log.ts';
import { readPasswords } from '../../radius/apply.ts';
import { changeSpeed, disconnectSession, type NasAnswer } from '../../radius/coa.ts';
import type { Speed } from '../../radius/desired.ts';
import { change } from '../../state/record.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { emit } from '../../work/emit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { networkSessionResource } from '../model/network-session/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';
import { defineQueue, drain, isStillClaimed, providersWithDue, retryAt } from '../queue/leased-queue.ts';
import { readThrottles } from './read-throttles.ts';
import { findSessionTarget } from './session-target.ts';
import { desiredUser, hasUsername, subscribersOnHold } from './sync-radius.ts';

const queue = defineQueue({
  name: 'session changes',
  wake: 'network/due',
  table: sessionChange,
  key: ['sessionId'],
  due: 'dueAt',
  order: ['dueAt', 'sessionId'],
  // An attempt sends one datagram and waits, so a large batch costs little.
  batch: 100,
  leaseMs: 30 * SECOND_MS,
  retryWaitsMs: [10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS],
  // Until the session ends.
  retriesForever: true,
  // A change during an attempt raises the version, so that the attempt does not delete the row.
  fence: ['version'],
});

type PendingChange = typeof sessionChange.$inferSelect;

/**
 * Applies the pending session changes of one provider until nothing is due or the budget is spent. A CoA-Request sets the
 * speed; a Disconnect-Request ends the session, also where the NAS refuses CoA. The request follows from the current state
 * of the subscription, not from the change that enqueued it. A process that is killed may repeat a request; an accepted
 * request is recorded once. Contract: RADIUS.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export function applySessionChanges(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  const silent = new Map<string, number>();
  return drain(queue, work, (pending) => attempt(pending, silent));
}

/** The ids of the providers with session changes that are due. */
export function providersWithDueSessionChanges(): Promise<string[]> {
  return providersWithDue(queue);
}

/** Requests without an answer, one after the other, behind which a server gets none for the rest of a run. Each waits for seconds. */
const MAX_SILENT = 3;

/** @param silent the requests without an answer of each server in this run, by its address */
async function attempt(pending: PendingChange, silent: Map<string, number>): Promise<'done'> {
  const failure = await apply(pending, silent);
  const dueAt = failure === null ? null : retryAt(queue, pending.attempts);
  const isClaimed = isStillClaimed(queue, pending);
  if (dueAt) await db().update(sessionChange).set({ dueAt, failure }).where(isClaimed);
  else await db().delete(sessionChange).where(isClaimed);
  return 'done';
}

/** Brings one session in line with its subscription. @returns the failure; null when nothing is left to do */
async function apply(
  { providerId, sessionId }: PendingChange,
  silent: Map<string, number>,
): Promise<string | null> {
  const caller = { type: 'system', name: 'network' } as const;
  const origin = { providerId, caller, correlationId: randomUUID() };
  const desired = await transaction(origin, (scope) => desiredSession(scope, sessionId));
  if (desired === null) return null;
  const { session, nasAddress, nas } = desired.target;
  if (!nas) return `no network server is registered for ${nasAddress}`;
  if ((silent.get(nasAddress) ?? 0) >= MAX_SILENT) return describeFailure({ outcome: 'timeout' });
  const counted = (answer: NasAnswer) => {
    if (answer.outcome === 'timeout') silent.set(nasAddress, (silent.get(nasAddress) ?? 0) + 1);
    else silent.delete(nasAddress);
    return answer;
  };
  if (desired.speed) {
    const answer = counted(await changeSpeed(nas, session, desired.speed));
    if (answer.outcome === 'ack') {
      await transaction(origin, async (scope) => {
        await recordAppliedChange(scope, sessionId, desired.change);
        await recordThrottle(scope, sessionId, desired.isThrottled);
      });
      return null;
    }
    log.info({ sessionId, providerId, answer }, 'CoA-Request failed; sending a Disconnect-Request');
  }
  const answer = counted(await disconnectSession(nas, session));
  if (answer.outcome !== 'ack') return describeFailure(answer);
  await transaction(origin, (scope) => recordAppliedChange(scope, sessionId, desired.change));
  return null;
}

/**
 * The desired state of a session, and the change of its subscription that it includes. Without a speed the session has to
 * end. Null once it has ended.
 */
async function desiredSession(scope: Scope, sessionId: string) {
  const session = await find(scope, networkSessionResource, sessionId);
  if (session.endedAt !== null) return null;
  const row = await find(scope, subscriptionResource, session.subscriptionId);
  if (!hasUsername(row)) return null;
  const [target, throttles, held, passwords] = [
    await findSessionTarget(scope, session),
    await readThrottles(scope, [row]),
    await subscribersOnHold(scope, [row]),
    await readPasswords(scope, [row.radiusUsername]),
  ];
  if (!target) return null;
  const throttle = throttles.get(row.id);
  const user = desiredUser(row, held.has(row.subscriberId), passwords, throttle);
  // FreeRADIUS refuses a user without rows: the account is closed.
  const isAccepted = passwords.size > 0;
  const speed: Speed | null = isAccepted && user.access === 'in_service' ? user.speed : null;
  // The row was read first: a later change has enqueued a session change of its own.
  return { target, speed, isThrottled: throttle !== undefined, change: row.networkChangedAt };
}

/** Records the change of the subscription that the NAS has applied to a session. */
async function recordAppliedChange(scope: WriteScope, sessionId: string, change: Date): Promise<void> {
  await scope.db
    .update(networkSession)
    .set({ followsChangeAt: change, appliedAt: realNow() })
    .where(and(eq(networkSession.providerId, scope.providerId), eq(networkSession.id, sessionId)));
}

/** Records whether a session is throttled, and emits `network.throttled` when it has just become so. Contract: RADIUS. */
async function recordThrottle(scope: WriteScope, sessionId: string, throttled: boolean): Promise<void> {
  const before = await findForUpdate(scope, networkSessionResource, sessionId);
  if (before.throttled === throttled || before.endedAt !== null) return;
  const action = `networkSession.${throttled ? 'throttle' : 'restore'}` as const;
  const after = await change(scope, networkSessionResource, before, { throttled }, { action });
  if (!throttled) return;
  const current = await presentOne(scope, networkSessionResource, after);
  emit(scope, 'network.throttled', { current: { ...current, reason: 'DATA_CAP' } });
}

function describeFailure(answer: Exclude<NasAnswer, { outcome: 'ack' }>): string {
  if (answer.outcome === 'timeout') return 'the server did not answer';
  return `the server refused${answer.errorCause === null ? '' : `, Error-Cause ${answer.errorCause}`}`;
}
