import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { forgedAccounting } from '../../../drizzle/schema/network.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { db, type Tx } from '../../db/client.ts';
import { securityEvent } from '../../security-log.ts';
import { audit } from '../../work/audit.ts';
import { forEachAccount } from '../../work/for-each-account.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import type { Line } from './follow-packet.ts';

/** A packet for a subscription of another partner than that of its server. `at` is its arrival, in ms of real time. */
export type Forged = { line: Line; address: string; owner: string; at: number };

/** Adds packets to the counts of forged accounting. */
export async function countForged(tx: Tx, packets: Forged[]): Promise<void> {
  const rows = packets.map(({ line, address, owner, at }) => ({
    provider_id: line.providerId,
    subscription_id: line.subscriptionId,
    address,
    owner,
    at: new Date(at).toISOString(),
  }));
  await tx.execute(sql`
    insert into forged_accounting as f (provider_id, subscription_id, address, server_provider_id, attempts, first_at)
    select provider_id, subscription_id, address, owner, count(*), min(at)
    from json_to_recordset(${JSON.stringify(rows)}::json) as n (provider_id text, subscription_id text, address text, owner text,
      at timestamptz)
    group by provider_id, subscription_id, address, owner
    on conflict (provider_id, subscription_id, address) do update set attempts = f.attempts + excluded.attempts`);
}

/**
 * Logs the accounting that network servers of one partner sent for subscriptions of another since the last call. Each
 * server and subscription gets a line in the security log. The subscription's partner gets an audit entry that does not
 * name the other partner. Contract: RADIUS, Security log.
 * @param report writes a line to the security log
 */
export async function reportForgedAccounting(report = securityEvent): Promise<void> {
  const caller = { type: 'system', name: 'network' } as const;
  const { providerId: id } = forgedAccounting;
  const providers = await db().selectDistinct({ providerId: id }).from(forgedAccounting);
  await forEachAccount('report forged accounting', providers, async ({ providerId }) => {
    const correlationId = randomUUID();
    const forged = await transaction({ providerId, caller, correlationId }, takeForged);
    for (const { username, address, subscriptionId, serverProviderId, attempts, firstAt } of forged) {
      report({
        event: 'accounting.forged',
        outcome: 'refused',
        account: username ?? undefined,
        address,
        correlationId,
        providerId,
        subscriptionId,
        serverProviderId,
        attempts,
        firstAt,
      });
    }
  });
}

async function takeForged(scope: WriteScope) {
  const forged = await scope.db
    .delete(forgedAccounting)
    .where(eq(forgedAccounting.providerId, scope.providerId))
    .returning();
  const ids = [...new Set(forged.map(({ subscriptionId }) => subscriptionId))];
  const names = new Map<string, string | null>();
  for (const id of ids) {
    const [row] = await scope.db
      .select({ username: subscription.radiusUsername })
      .from(subscription)
      .where(and(eq(subscription.providerId, scope.providerId), eq(subscription.id, id)));
    names.set(id, row?.username ?? null);
    audit(scope, 'subscription.refuse_accounting', { type: 'subscription', id });
  }
  return forged.map((row) => ({ ...row, username: names.get(row.subscriptionId) }));
}
