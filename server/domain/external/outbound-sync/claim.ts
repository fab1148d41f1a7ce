import { and, eq, exists, getTableColumns, notInArray, sql } from 'drizzle-orm';
import { integration } from '../../../../drizzle/schema/integration.ts';
import { externalApiKey, outboundSync, syncedService } from '../../../../drizzle/schema/outbound-sync.ts';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { MINUTE_MS, plus, realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { defineQueue, isDue } from '../../queue/leased-queue.ts';

/** A service and the API key of its system, both leased until the same instant. */
export type Due = typeof syncedService.$inferSelect & { keyId: string };

const now = () => realNow().toISOString();

const withSettings = and(
  eq(outboundSync.providerId, syncedService.providerId),
  eq(outboundSync.integrationId, syncedService.integrationId),
);

/** Whether Demarc writes to the system of a service: outbound sync is set up, and the integration is active. */
const isSynced = () =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(outboundSync)
      .innerJoin(
        integration,
        and(
          eq(integration.providerId, outboundSync.providerId),
          eq(integration.id, outboundSync.integrationId),
        ),
      )
      .where(and(withSettings, eq(integration.status, 'ACTIVE'))),
  );

export const outboundQueue = defineQueue({
  name: 'outbound sync',
  wake: 'outbound-sync/due',
  table: syncedService,
  key: ['integrationId', 'subscriptionId'],
  due: 'nextAttemptAt',
  // A change of the subscription sets `nextAttemptAt`, also during an attempt.
  lease: 'leasedUntil',
  where: isSynced,
  order: ['nextAttemptAt'],
  batch: 1,
  // Longer than the calls of an attempt with all their time-outs.
  leaseMs: 2 * MINUTE_MS,
  retryWaitsMs: [1, 5, 30, 120, 360, 720, 1_440, 1_440].map((minutes) => minutes * MINUTE_MS),
  systemOf: 'integrationId',
});

/**
 * Claims the service that was due first, together with the API key of its system. One attempt at a time uses a key, in all
 * processes, because its nonces must arrive in order. Services of a key in use are left out.
 * @param unreachable integrations that are left out
 */
export async function claimService(providerId: string, unreachable: readonly string[]): Promise<Due[]> {
  const { integrationId, subscriptionId, attempts, nextAttemptAt } = syncedService;
  // PostgreSQL runs this CTE once. A subquery may run several times, and lock several rows.
  const due = db()
    .$with('due')
    .as(
      db()
        .select({ integrationId, subscriptionId, keyId: outboundSync.keyId })
        .from(syncedService)
        .innerJoin(outboundSync, withSettings)
        .innerJoin(externalApiKey, eq(externalApiKey.id, outboundSync.keyId))
        .where(
          and(
            eq(syncedService.providerId, providerId),
            isDue(outboundQueue),
            sql`(${externalApiKey.leasedUntil} is null or ${externalApiKey.leasedUntil} <= ${now()})`,
            unreachable.length > 0 ? notInArray(integrationId, [...unreachable]) : undefined,
          ),
        )
        .orderBy(nextAttemptAt)
        .limit(outboundQueue.batch)
        .for('no key update', { of: [syncedService, externalApiKey], skipLocked: true }),
    );
  const leasedUntil = plus(realNow(), outboundQueue.leaseMs);
  const leased = db()
    .$with('leased')
    .as(
      db()
        .update(externalApiKey)
        .set({ leasedUntil })
        .from(due)
        .where(eq(externalApiKey.id, due.keyId))
        .returning({ keyId: externalApiKey.id }),
    );
  return db()
    .with(due, leased)
    .update(syncedService)
    .set({ attempts: sql`${attempts} + 1`, leasedUntil })
    .from(due)
    .where(
      and(
        eq(syncedService.providerId, providerId),
        eq(integrationId, due.integrationId),
        eq(subscriptionId, due.subscriptionId),
      ),
    )
    .returning({ ...getTableColumns(syncedService), keyId: sql<string>`${due.keyId}` });
}

/** What the desired state of a claimed service depends on; undefined once outbound sync is off or has another key. */
export async function readSource({ providerId, integrationId, subscriptionId, keyId }: Due) {
  const [found] = await db()
    .select({ subscription, integration, outboundSync, livemode: provider.livemode, ...related })
    .from(subscription)
    .innerJoin(
      subscriber,
      and(eq(subscriber.providerId, subscription.providerId), eq(subscriber.id, subscription.subscriberId)),
    )
    .innerJoin(plan, and(eq(plan.providerId, subscription.providerId), eq(plan.id, subscription.planId)))
    .innerJoin(provider, eq(provider.id, subscription.providerId))
    .innerJoin(
      outboundSync,
      and(
        eq(outboundSync.providerId, subscription.providerId),
        eq(outboundSync.integrationId, integrationId),
        // Only the leased key: staff may have set another one since.
        eq(outboundSync.keyId, keyId),
      ),
    )
    .innerJoin(
      integration,
      and(eq(integration.providerId, subscription.providerId), eq(integration.id, integrationId)),
    )
    .where(and(eq(subscription.providerId, providerId), eq(subscription.id, subscriptionId)));
  return found;
}

const related = { customerId: subscriber.externalUserId, planName: plan.planName };

export type Source = NonNullable<Awaited<ReturnType<typeof readSource>>>;
