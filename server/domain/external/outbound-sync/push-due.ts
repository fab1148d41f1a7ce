import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { mirroredService } from '../../../../drizzle/schema/mirror.ts';
import { MINUTE_MS, monotonicMs, plus, realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { transaction } from '../../../db/transaction.ts';
import { audit } from '../../../events/audit.ts';
import { type Outward, OutwardError, type OutwardService } from '../../../integrations/outward.ts';
import { adapters } from '../../../integrations/registry.ts';
import { log } from '../../../log.ts';
import { unseal } from '../../../sealed.ts';
import { claimService, type Due, lookAt, type Seen } from './claim.ts';
import { isTold, type Wish, wishFor } from './desired-state.ts';
import { nextNonce, releaseKey } from './key.ts';

/** How long after a failed attempt the next one comes; after the last of them it has failed until something changes. */
const SCHEDULE_MS = [1, 5, 30, 120, 360, 720, 1_440, 1_440].map((minutes) => minutes * MINUTE_MS);

type End = Partial<Pick<Due, 'sent' | 'externalServiceId' | 'failure' | 'failures' | 'nextAttemptAt'>>;

/**
 * Tells external systems of one provider's subscriptions until nothing is left to be told or the budget is spent. Safe to
 * run twice, at once, and to be killed anywhere. A system that cannot be spoken to is left alone until the next run.
 * @param budgetMs real time in which new attempts are begun, in ms
 */
export async function tellServices(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  const started = monotonicMs();
  const silent: string[] = [];
  while (monotonicMs() - started < work.budgetMs) {
    const due = await claimService(work.providerId, silent);
    if (!due) return { more: false };
    if (!(await attempt(due))) silent.push(due.integrationId);
  }
  return { more: true };
}

/** @returns false when the external system could not be spoken to */
async function attempt(due: Due): Promise<boolean> {
  try {
    const seen = await lookAt(due);
    await finish(due, seen ? await tell(due, seen) : {});
    return true;
  } catch (error) {
    const { providerId, subscriptionId } = due;
    const failures = due.failures + 1;
    const isRefused = error instanceof OutwardError && error.kind !== 'unavailable';
    const delay = isRefused ? undefined : SCHEDULE_MS[failures - 1];
    const failure = error instanceof Error ? error.message : String(error);
    log.warn({ err: error, providerId, subscriptionId, failures }, 'an external system was not told');
    const nextAttemptAt = delay === undefined ? null : plus(realNow(), delay);
    await finish(due, { failure, failures, nextAttemptAt });
    return isRefused;
  }
}

/**
 * Brings the external system to a subscription's state.
 * @throws OutwardError
 */
async function tell(due: Due, seen: Seen): Promise<End> {
  const { tariffMap } = seen.integration;
  const wish = wishFor({ ...seen, tariffMap, sent: due.sent, isAsked: due.customerId !== null });
  const outward = outwardOf(due, seen);
  if (wish.as === 'stuck') return { failure: wish.why };
  if (wish.as === 'nothing' || !outward) return {};
  if (wish.as === 'ended') return end(outward, due, serviceOf(due, seen, wish));
  if (due.externalServiceId !== null && isTold(due.sent, wish.service)) return {};
  const service = serviceOf(due, seen, wish);
  const { tariffId, status, login } = service;
  return { externalServiceId: await put(outward, due, service), sent: { tariffId, status, login } };
}

/** @returns the service's id there */
async function put(outward: Outward, due: Due, service: OutwardService): Promise<string> {
  if (due.externalServiceId !== null) {
    const isThere = await outward.change(due.externalServiceId, service).then(() => true, whenMissing(false));
    if (isThere) return due.externalServiceId;
  }
  // Written down first: its hook may be here before its answer.
  await keep(due, { customerId: service.customerId, login: service.login });
  // The answer of an earlier attempt may have been lost.
  const known = await outward.find(service);
  if (known === null) return outward.create(service);
  await outward.change(known, service);
  return known;
}

/** Takes a service away, if it is there. One whose answer was lost is there under an id that we do not know. */
async function end(outward: Outward, due: Due, service: OutwardService): Promise<End> {
  const gone = { sent: null };
  const isGone = due.sent === null && due.externalServiceId !== null;
  if (due.customerId === null || isGone) return gone;
  const id = due.externalServiceId ?? (await outward.find(service).catch(whenMissing(null)));
  if (id !== null) await outward.end(id, due.customerId).catch(whenMissing(undefined));
  // The id stays: what is still said of it is an echo.
  return { ...gone, externalServiceId: id };
}

/** What is not there is no failure: a value in its place. */
function whenMissing<T>(value: T) {
  return (error: unknown): T => {
    if (error instanceof OutwardError && error.kind === 'missing') return value;
    throw error;
  };
}

/** The other system's API; undefined for one that takes nothing. */
function outwardOf({ keyId }: Due, { integration, mirror, livemode }: Seen): Outward | undefined {
  return adapters[integration.adapter].outward?.({
    baseUrl: mirror.baseUrl,
    apiKey: unseal(mirror.sealedApiKey, integration.id),
    apiSecret: unseal(mirror.sealedApiSecret, integration.id),
    nextNonce: () => nextNonce(keyId),
    providerId: integration.providerId,
    livemode,
  });
}

/** As it is to be there. A service stays with the customer under whom it was made. */
function serviceOf(due: Due, { subscription, planName }: Seen, wish: Wish): OutwardService {
  const wished = wish.as === 'there' ? wish : null;
  const isMade = due.externalServiceId !== null;
  return {
    subscriptionId: due.subscriptionId,
    customerId: (isMade ? due.customerId : wished?.customerId) ?? due.customerId ?? '',
    tariffId: wished?.service.tariffId ?? '',
    status: wished?.service.status ?? 'disabled',
    login: wished?.service.login ?? due.login ?? '',
    description: planName,
    startsAt: subscription.startedAt ?? subscription.createdAt,
  };
}

/** Somebody else has the lease: they bring it to its end. */
class LeaseLost extends Error {}

async function keep(due: Due, values: Partial<Due>): Promise<void> {
  const kept = await db()
    .update(mirroredService)
    .set(values)
    .where(stillOurs(due))
    .returning({ one: sql`1` });
  if (kept.length === 0) throw new LeaseLost('the lease is somebody else’s');
}

/** Writes down how an attempt ended, unless a later one has begun. What changed meanwhile is told in another. */
async function finish(due: Due, end: End): Promise<void> {
  const caller = { type: 'system', name: 'mirror' } as const;
  const origin = { providerId: due.providerId, caller, correlationId: randomUUID() };
  await transaction(origin, async (scope) => {
    await releaseKey(scope, due);
    const next = end.nextAttemptAt?.toISOString() ?? null;
    const { changes } = mirroredService;
    const [ended] = await scope.db
      .update(mirroredService)
      .set({
        failure: null,
        failures: 0,
        ...end,
        leasedUntil: null,
        nextAttemptAt: sql`case when ${changes} = ${due.changes} then ${next}::timestamptz
          else coalesce(${next}::timestamptz, ${realNow().toISOString()}::timestamptz) end`,
        updatedAt: scope.now,
      })
      .where(stillOurs(due))
      .returning();
    if (!ended) return;
    const about = { type: 'subscription', id: due.subscriptionId };
    if (ended.failure && ended.failure !== due.failure) {
      audit(scope, 'subscription.mirrorFailed', about, { failure: { before: null, after: ended.failure } });
    }
    if (JSON.stringify(ended.sent) !== JSON.stringify(due.sent)) {
      audit(scope, 'subscription.mirror', about, { sent: { before: due.sent, after: ended.sent } });
    }
  });
}

function stillOurs({ providerId, integrationId, subscriptionId, attempts }: Due) {
  return and(
    eq(mirroredService.providerId, providerId),
    eq(mirroredService.integrationId, integrationId),
    eq(mirroredService.subscriptionId, subscriptionId),
    eq(mirroredService.attempts, attempts),
  );
}
