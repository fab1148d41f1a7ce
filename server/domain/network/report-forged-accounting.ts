import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { forgedAccounting } from '../../../drizzle/schema/network.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { db } from '../../db/client.ts';
import type { WriteScope } from '../../db/scope.ts';
import { transaction } from '../../db/transaction.ts';
import { audit } from '../../events/audit.ts';
import { securityEvent } from '../../security-log.ts';

/**
 * Logs the accounting that network servers of one partner sent for subscriptions of another since the last call. Each
 * server and subscription gets a line in the security log. The subscription's partner gets an audit entry that does not
 * name the other partner. Contract: RADIUS, Security log.
 * @param report writes a line to the security log
 */
export async function reportForgedAccounting(report = securityEvent): Promise<void> {
  const caller = { type: 'system', name: 'network' } as const;
  const providers = await db().selectDistinct({ id: forgedAccounting.providerId }).from(forgedAccounting);
  for (const { id: providerId } of providers) {
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
  }
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
