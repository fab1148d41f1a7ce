import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { DAY_MS, plus, realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { transaction } from '../../../db/transaction.ts';
import { change } from '../../../state/record.ts';
import { findOrNull } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { webhookResource } from '../../model/webhook/resource.ts';
import type { Settled } from './record.ts';
import { warnOwners } from './warn-owners.ts';

/** How long everything may fail before a webhook is disabled, in ms of real time. Contract: Outbound deliveries. */
export const FAILING_MS = 5 * DAY_MS;

/** Shares of that time after which its owners are warned. */
const WARNINGS = [0.5, 0.9] as const;

type Verdict = {
  webhookId: string;
  delivered: boolean;
  gone: boolean;
  wasFailing: boolean;
  failedAt: Date | null;
};

/**
 * Draws the consequences of ended attempts for their webhooks: one that answers 410 is disabled at once, one to which
 * nothing arrives after five days, with warnings on the way. A success forgets all failures.
 */
export async function judge(providerId: string, settled: readonly Settled[]): Promise<void> {
  for (const verdict of verdicts(settled)) {
    const { webhookId, delivered, gone, wasFailing, failedAt } = verdict;
    if (gone) await disable(providerId, webhookId, 'GONE');
    else if (delivered && (wasFailing || marked.has(webhookId))) await recovered(providerId, webhookId);
    else if (!delivered && failedAt) await failing(providerId, webhookId, failedAt);
  }
}

function verdicts(settled: readonly Settled[]): Verdict[] {
  const byWebhook = new Map<string, Verdict>();
  for (const { receiver, isDelivered, outcome, endedAt } of settled) {
    const known = byWebhook.get(receiver.id);
    byWebhook.set(receiver.id, {
      webhookId: receiver.id,
      delivered: isDelivered || (known?.delivered ?? false),
      gone: outcome.responseStatus === 410 || (known?.gone ?? false),
      wasFailing: receiver.isFailing,
      failedAt: isDelivered ? (known?.failedAt ?? null) : endedAt,
    });
  }
  return [...byWebhook.values()];
}

/** Webhooks that this process marked as failing: a delivery that was claimed before does not know of it. */
const marked = new Set<string>();

async function recovered(providerId: string, webhookId: string): Promise<void> {
  marked.delete(webhookId);
  await db().execute(sql`
    update webhook set failing_since = null, warnings = 0
    where provider_id = ${providerId} and id = ${webhookId} and failing_since is not null`);
}

async function failing(providerId: string, webhookId: string, failedAt: Date): Promise<void> {
  const [row] = await db().execute<{ since: string; warnings: number }>(sql`
    update webhook set failing_since = coalesce(failing_since, ${failedAt.toISOString()}::timestamptz)
    where provider_id = ${providerId} and id = ${webhookId} and status = 'ACTIVE'
    returning failing_since as since, warnings`);
  if (!row) return;
  marked.add(webhookId);
  const elapsed = realNow().getTime() - new Date(row.since).getTime();
  if (elapsed >= FAILING_MS) return disable(providerId, webhookId, 'FAILING');
  const due = WARNINGS.filter((share) => elapsed >= share * FAILING_MS).length;
  if (due > row.warnings) await warn(providerId, webhookId, due);
}

/** Warns once, whoever comes first: the owners by mail, everybody else in the portal. */
async function warn(providerId: string, webhookId: string, warnings: number): Promise<void> {
  await transaction(originOf(providerId), async (scope) => {
    const row = await findOrNull(scope, webhookResource, webhookId, 'update');
    if (row?.status !== 'ACTIVE' || row.warnings >= warnings) return;
    await change(scope, webhookResource, row, { warnings }, undefined, 'webhook.warn');
    await warnOwners(scope, row, plus(row.failingSince ?? realNow(), FAILING_MS));
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
  };
}
