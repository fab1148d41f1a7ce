import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { plus, realNow } from '../../../clock.ts';
import { DAY_MS } from '../../../contract/days.ts';
import { db } from '../../../db/client.ts';
import { change } from '../../../state/record.ts';
import { findOrNull } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { transaction } from '../../../work/transaction.ts';
import { webhookResource } from '../../model/webhook/resource.ts';
import type { RecordedAttempt } from './record.ts';
import { warnOwners } from './warn-owners.ts';

/** How long all attempts may fail before a webhook is disabled, in ms of real time. Contract: Outbound deliveries. */
export const MAX_FAILING_MS = 5 * DAY_MS;

/** Shares of that time after which the owners of the partner are warned. */
const WARNINGS = [0.5, 0.9] as const;

/** The attempts of one batch to one endpoint. */
type EndpointResult = {
  webhookId: string;
  hasSuccess: boolean;
  isGone: boolean;
  wasFailing: boolean;
  failedAt: Date | null;
};

/**
 * Updates the health of the endpoints of recorded attempts. An answer 410 disables the webhook at once. Five days without
 * a success disable it after two warnings. A success resets both. Contract: Outbound deliveries.
 */
export async function updateEndpointHealth(
  providerId: string,
  recorded: readonly RecordedAttempt[],
): Promise<void> {
  for (const { webhookId, hasSuccess, isGone, wasFailing, failedAt } of resultsByEndpoint(recorded)) {
    if (isGone) await disable(providerId, webhookId, 'GONE');
    else if (hasSuccess && (wasFailing || markedFailing.has(webhookId)))
      await markHealthy(providerId, webhookId);
    else if (!hasSuccess && failedAt) await markFailing(providerId, webhookId, failedAt);
  }
}

function resultsByEndpoint(recorded: readonly RecordedAttempt[]): EndpointResult[] {
  const results = new Map<string, EndpointResult>();
  for (const { endpoint, isDelivered, outcome, endedAt } of recorded) {
    const known = results.get(endpoint.id);
    results.set(endpoint.id, {
      webhookId: endpoint.id,
      hasSuccess: isDelivered || (known?.hasSuccess ?? false),
      isGone: outcome.responseStatus === 410 || (known?.isGone ?? false),
      wasFailing: endpoint.isFailing,
      failedAt: isDelivered ? (known?.failedAt ?? null) : endedAt,
    });
  }
  return [...results.values()];
}

/** Webhooks that this process marked as failing. `wasFailing` of deliveries that were claimed before does not show it. */
const markedFailing = new Set<string>();

async function markHealthy(providerId: string, webhookId: string): Promise<void> {
  markedFailing.delete(webhookId);
  await db().execute(sql`
    update webhook set failing_since = null, warnings = 0
    where provider_id = ${providerId} and id = ${webhookId} and failing_since is not null`);
}

async function markFailing(providerId: string, webhookId: string, failedAt: Date): Promise<void> {
  const [row] = await db().execute<{ since: string; warnings: number }>(sql`
    update webhook set failing_since = coalesce(failing_since, ${failedAt.toISOString()}::timestamptz)
    where provider_id = ${providerId} and id = ${webhookId} and status = 'ACTIVE'
    returning failing_since as since, warnings`);
  if (!row) return;
  markedFailing.add(webhookId);
  const elapsed = realNow().getTime() - new Date(row.since).getTime();
  if (elapsed >= MAX_FAILING_MS) return disable(providerId, webhookId, 'FAILING');
  const warningsDue = WARNINGS.filter((share) => elapsed >= share * MAX_FAILING_MS).length;
  if (warningsDue > row.warnings) await warn(providerId, webhookId, warningsDue);
}

/** Records a warning once, also if several processes try; the portal shows it, and the owners get an email. */
async function warn(providerId: string, webhookId: string, warnings: number): Promise<void> {
  await transaction(originOf(providerId), async (scope) => {
    const row = await findOrNull(scope, webhookResource, webhookId, 'update');
    if (row?.status !== 'ACTIVE' || row.warnings >= warnings) return;
    await change(scope, webhookResource, row, { warnings }, { action: 'webhook.warn' });
    await warnOwners(scope, row, plus(row.failingSince ?? realNow(), MAX_FAILING_MS));
  });
}

async function disable(providerId: string, webhookId: string, reason: 'GONE' | 'FAILING'): Promise<void> {
  await transaction(originOf(providerId), async (scope) => {
    const row = await findOrNull(scope, webhookResource, webhookId, 'update');
    if (row?.status !== 'ACTIVE') return;
    await transition(scope, webhookResource, row, 'disable', { disabledReason: reason });
    await warnOwners(scope, row, null);
  });
}

function originOf(providerId: string) {
  return {
    providerId,
    caller: { type: 'system', name: 'webhook deliveries' } as const,
    correlationId: randomUUID(),
    besideAdvance: true,
  } as const;
}
