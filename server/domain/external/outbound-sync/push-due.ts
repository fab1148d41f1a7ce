import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { mirroredService } from '../../../../drizzle/schema/mirror.ts';
import { realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { transaction } from '../../../db/transaction.ts';
import { audit } from '../../../events/audit.ts';
import { type Outward, OutwardError, type OutwardService } from '../../../integrations/outward.ts';
import { adapters } from '../../../integrations/registry.ts';
import { log } from '../../../log.ts';
import { unseal } from '../../../sealed.ts';
import { drain, isStillClaimed, providersWithDue, retryAt } from '../../model/leased-queue.ts';
import { claimService, type Due, outboundQueue, readSource, type Source } from './claim.ts';
import { type DesiredState, desiredState, isInSync } from './desired-state.ts';
import { nextNonce, releaseKey } from './key.ts';

type End = Partial<Pick<Due, 'sent' | 'externalServiceId' | 'failure' | 'failures' | 'nextAttemptAt'>>;

/**
 * Pushes the due subscriptions of one provider to its external systems until nothing is due or the budget is spent. An
 * unreachable system is left out until the next run.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export function pushDueServices(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  return drain(outboundQueue, work, attempt, (_queue, providerId, unreachable) =>
    claimService(providerId, unreachable as string[]),
  );
}

/** The ids of the providers with subscriptions that are due at an external system. */
export function providersWithDueServices(): Promise<string[]> {
  return providersWithDue(outboundQueue);
}

async function attempt(due: Due): Promise<'done' | 'unreachable'> {
  try {
    const source = await readSource(due);
    await finish(due, source ? await push(due, source) : {});
    return 'done';
  } catch (error) {
    const { providerId, subscriptionId } = due;
    const failures = due.failures + 1;
    const isRefused = error instanceof OutwardError && error.kind !== 'unavailable';
    const failure = error instanceof Error ? error.message : String(error);
    log.warn({ err: error, providerId, subscriptionId, failures }, 'a subscription was not pushed');
    const nextAttemptAt = isRefused ? null : retryAt(outboundQueue, failures);
    await finish(due, { failure, failures, nextAttemptAt });
    return isRefused ? 'done' : 'unreachable';
  }
}

/**
 * Brings the external system to a subscription's state.
 * @throws OutwardError
 */
async function push(due: Due, source: Source): Promise<End> {
  const { tariffMap } = source.integration;
  const desired = desiredState({
    ...source,
    tariffMap,
    sent: due.sent,
    isRequested: due.customerId !== null,
  });
  const outward = outwardOf(due, source);
  if (desired.as === 'blocked') return { failure: desired.reason };
  if (desired.as === 'absent' || !outward) return {};
  if (desired.as === 'ended') return end(outward, due, serviceOf(due, source, desired));
  if (due.externalServiceId !== null && isInSync(due.sent, desired.service)) return {};
  const service = serviceOf(due, source, desired);
  const { tariffId, status, login } = service;
  return { externalServiceId: await put(outward, due, service), sent: { tariffId, status, login } };
}

/** @returns the service's id there */
async function put(outward: Outward, due: Due, service: OutwardService): Promise<string> {
  if (due.externalServiceId !== null) {
    const exists = await outward.change(due.externalServiceId, service).then(() => true, whenMissing(false));
    if (exists) return due.externalServiceId;
  }
  // Stored first: the system's own webhook may arrive before its answer.
  await keep(due, { customerId: service.customerId, login: service.login });
  // The answer of an earlier attempt may have been lost.
  const known = await outward.find(service);
  if (known === null) return outward.create(service);
  await outward.change(known, service);
  return known;
}

/** Deletes a service. After a lost answer its id is unknown, so the system is searched for it. */
async function end(outward: Outward, due: Due, service: OutwardService): Promise<End> {
  const gone = { sent: null };
  const isGone = due.sent === null && due.externalServiceId !== null;
  if (due.customerId === null || isGone) return gone;
  const id = due.externalServiceId ?? (await outward.find(service).catch(whenMissing(null)));
  if (id !== null) await outward.end(id, due.customerId).catch(whenMissing(undefined));
  // The id stays, so that later webhooks about the service count as own writes.
  return { ...gone, externalServiceId: id };
}

/** A missing service is no failure; the caller gets the value instead. */
function whenMissing<T>(value: T) {
  return (error: unknown): T => {
    if (error instanceof OutwardError && error.kind === 'missing') return value;
    throw error;
  };
}

/** The API of the external system; undefined for an adapter without outbound sync. */
function outwardOf({ keyId }: Due, { integration, mirror, livemode }: Source): Outward | undefined {
  return adapters[integration.adapter].outward?.({
    baseUrl: mirror.baseUrl,
    apiKey: unseal(mirror.sealedApiKey, integration.id),
    apiSecret: unseal(mirror.sealedApiSecret, integration.id),
    nextNonce: () => nextNonce(keyId),
    providerId: integration.providerId,
    livemode,
  });
}

/** The service as it should be. It stays with the customer under whom it was created. */
function serviceOf(due: Due, { subscription, planName }: Source, desired: DesiredState): OutwardService {
  const target = desired.as === 'present' ? desired : null;
  const isCreated = due.externalServiceId !== null;
  return {
    subscriptionId: due.subscriptionId,
    customerId: (isCreated ? due.customerId : target?.customerId) ?? due.customerId ?? '',
    tariffId: target?.service.tariffId ?? '',
    status: target?.service.status ?? 'disabled',
    login: target?.service.login ?? due.login ?? '',
    description: planName,
    startsAt: subscription.startedAt ?? subscription.createdAt,
  };
}

/** A later attempt has begun, and it writes the result. */
class LeaseLost extends Error {}

async function keep(due: Due, values: Partial<Due>): Promise<void> {
  const kept = await db()
    .update(mirroredService)
    .set(values)
    .where(isStillClaimed(outboundQueue, due))
    .returning({ one: sql`1` });
  if (kept.length === 0) throw new LeaseLost('a later attempt has begun');
}

/** Writes the result of an attempt, unless a later one has begun. A change during the attempt is due at once. */
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
      .where(isStillClaimed(outboundQueue, due))
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
