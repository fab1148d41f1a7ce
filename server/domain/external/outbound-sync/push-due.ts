import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { syncedService } from '../../../../drizzle/schema/outbound-sync.ts';
import { realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import {
  type DesiredService,
  type ExternalApi,
  ExternalApiError,
} from '../../../integrations/external-api.ts';
import { adapters } from '../../../integrations/registry.ts';
import { log } from '../../../log.ts';
import { unseal } from '../../../sealed.ts';
import { audit } from '../../../work/audit.ts';
import { transaction } from '../../../work/transaction.ts';
import { drain, isStillClaimed, providersWithDue, retryAt } from '../../queue/leased-queue.ts';
import { nextNonce, releaseKey } from './api-key.ts';
import { claimService, type Due, outboundQueue, readSource, type Source } from './claim.ts';
import { desiredState, isInSync, type PresentService } from './desired-state.ts';

/** The outcome of an attempt, as columns of its row. */
type Result = Partial<Pick<Due, 'sent' | 'externalServiceId' | 'failure' | 'failures' | 'nextAttemptAt'>>;

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
    const isRefused = error instanceof ExternalApiError && error.kind !== 'unavailable';
    const failure = error instanceof Error ? error.message : String(error);
    log.warn({ err: error, providerId, subscriptionId, failures }, 'a subscription was not pushed');
    const nextAttemptAt = isRefused ? null : retryAt(outboundQueue, failures);
    await finish(due, { failure, failures, nextAttemptAt });
    return isRefused ? 'done' : 'unreachable';
  }
}

/**
 * Brings the service in the external system to the desired state.
 * @throws ExternalApiError
 */
async function push(due: Due, source: Source): Promise<Result> {
  const { tariffMap } = source.integration;
  const desired = desiredState({
    ...source,
    tariffMap,
    sent: due.sent,
    isRequested: due.customerId !== null,
  });
  const api = apiOf(due, source);
  if (desired.as === 'blocked') return { failure: desired.reason };
  if (desired.as === 'absent' || !api) return {};
  if (desired.as === 'ended') return end(api, due);
  if (due.externalServiceId !== null && isInSync(due.sent, desired.service)) return {};
  const service = serviceOf(due, source, desired);
  const { tariffId, status, login } = service;
  return { externalServiceId: await put(api, due, service), sent: { tariffId, status, login } };
}

/** @returns the id of the service in the external system */
async function put(api: ExternalApi, due: Due, service: DesiredService): Promise<string> {
  if (due.externalServiceId !== null) {
    const exists = await api.change(due.externalServiceId, service).then(() => true, whenMissing(false));
    if (exists) return due.externalServiceId;
  }
  // Stored first, because the system's webhook may arrive before its answer.
  await save(due, { customerId: service.customerId, login: service.login });
  // The answer of an earlier attempt may have been lost.
  const existing = await api.find(service);
  if (existing === null) return api.create(service);
  await api.change(existing, service);
  return existing;
}

/** Deletes a service. If the answer to its creation was lost, its id is unknown and it is looked up first. */
async function end(api: ExternalApi, due: Due): Promise<Result> {
  const ended = { sent: null };
  const { customerId, subscriptionId, login } = due;
  const isEnded = due.sent === null && due.externalServiceId !== null;
  if (customerId === null || isEnded) return ended;
  const id =
    due.externalServiceId ?? (await api.find({ customerId, subscriptionId, login }).catch(whenMissing(null)));
  if (id !== null) await api.end(id, customerId).catch(whenMissing(undefined));
  // The id stays, so that later webhooks about the service count as own writes.
  return { ...ended, externalServiceId: id };
}

/** Turns a missing service, which is no failure, into a value. */
function whenMissing<T>(value: T) {
  return (error: unknown): T => {
    if (error instanceof ExternalApiError && error.kind === 'missing') return value;
    throw error;
  };
}

/** The API of the external system; undefined for an adapter without outbound sync. */
function apiOf({ keyId }: Due, { integration, outboundSync, livemode }: Source): ExternalApi | undefined {
  return adapters[integration.adapter].api?.({
    baseUrl: outboundSync.baseUrl,
    apiKey: unseal(outboundSync.sealedApiKey, integration.id),
    apiSecret: unseal(outboundSync.sealedApiSecret, integration.id),
    nextNonce: () => nextNonce(keyId),
    providerId: integration.providerId,
    livemode,
  });
}

/** The service as it should be. It stays with the customer it was created for. */
function serviceOf(due: Due, { subscription, planName }: Source, desired: PresentService): DesiredService {
  const isCreated = due.externalServiceId !== null;
  return {
    subscriptionId: due.subscriptionId,
    customerId: (isCreated ? due.customerId : null) ?? desired.customerId,
    ...desired.service,
    description: planName,
    startsAt: subscription.startedAt ?? subscription.createdAt,
  };
}

/** A later attempt has begun and will write the result. */
class LeaseLost extends Error {}

async function save(due: Due, values: Partial<Due>): Promise<void> {
  const saved = await db()
    .update(syncedService)
    .set(values)
    .where(isStillClaimed(outboundQueue, due))
    .returning({ one: sql`1` });
  if (saved.length === 0) throw new LeaseLost('a later attempt has begun');
}

/** Writes the result of an attempt, unless a later one has begun. After a change during the attempt the row is due at once. */
async function finish(due: Due, result: Result): Promise<void> {
  const caller = { type: 'system', name: 'outbound sync' } as const;
  const origin = { providerId: due.providerId, caller, correlationId: randomUUID() };
  await transaction(origin, async (scope) => {
    await releaseKey(scope, due);
    const next = result.nextAttemptAt?.toISOString() ?? null;
    const { changes } = syncedService;
    const [after] = await scope.db
      .update(syncedService)
      .set({
        failure: null,
        failures: 0,
        ...result,
        leasedUntil: null,
        nextAttemptAt: sql`case when ${changes} = ${due.changes} then ${next}::timestamptz
          else coalesce(${next}::timestamptz, ${realNow().toISOString()}::timestamptz) end`,
        updatedAt: scope.now,
      })
      .where(isStillClaimed(outboundQueue, due))
      .returning();
    if (!after) return;
    const about = { type: 'subscription' as const, id: due.subscriptionId };
    if (after.failure && after.failure !== due.failure) {
      audit(scope, 'subscription.push_failed', about, { failure: { before: null, after: after.failure } });
    }
    if (JSON.stringify(after.sent) !== JSON.stringify(due.sent)) {
      audit(scope, 'subscription.push', about, { sent: { before: due.sent, after: after.sent } });
    }
  });
}
