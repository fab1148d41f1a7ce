import { and, eq, exists, getTableColumns, notInArray, sql } from 'drizzle-orm';
import { integration } from '../../../../drizzle/schema/integration.ts';
import { mirror, mirroredService, outwardKey } from '../../../../drizzle/schema/mirror.ts';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { MINUTE_MS, plus, realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { defineQueue, isDue } from '../../model/leased-queue.ts';

/** A service and the API key of its system, both leased until the same instant. */
export type Due = typeof mirroredService.$inferSelect & { keyId: string };

const now = () => realNow().toISOString();

const withMirror = and(
  eq(mirror.providerId, mirroredService.providerId),
  eq(mirror.integrationId, mirroredService.integrationId),
);

/** Whether Demarc writes to the system of a service: outbound sync is set up, and the integration is active. */
const isSynced = () =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(mirror)
      .innerJoin(
        integration,
        and(eq(integration.providerId, mirror.providerId), eq(integration.id, mirror.integrationId)),
      )
      .where(and(withMirror, eq(integration.status, 'ACTIVE'))),
  );

export const outboundQueue = defineQueue({
  name: 'outbound sync',
  table: mirroredService,
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
 * Claims the service that has waited longest, and the API key of its system with it. A key serves one attempt at a time
 * in all processes, because its nonces have to arrive in order. Services of a key that is in use are left out.
 * @param unreachable integrations that are left out
 */
export async function claimService(providerId: string, unreachable: readonly string[]): Promise<Due[]> {
  const { integrationId, subscriptionId, attempts, nextAttemptAt } = mirroredService;
  // A subquery in its place may be run more than once, and take more than one.
  const due = db()
    .$with('due')
    .as(
      db()
        .select({ integrationId, subscriptionId, keyId: mirror.keyId })
        .from(mirroredService)
        .innerJoin(mirror, withMirror)
        .innerJoin(outwardKey, eq(outwardKey.id, mirror.keyId))
        .where(
          and(
            eq(mirroredService.providerId, providerId),
            isDue(outboundQueue),
            sql`(${outwardKey.leasedUntil} is null or ${outwardKey.leasedUntil} <= ${now()})`,
            unreachable.length > 0 ? notInArray(integrationId, [...unreachable]) : undefined,
          ),
        )
        .orderBy(nextAttemptAt)
        .limit(outboundQueue.batch)
        .for('no key update', { of: [mirroredService, outwardKey], skipLocked: true }),
    );
  const leasedUntil = plus(realNow(), outboundQueue.leaseMs);
  const held = db()
    .$with('held')
    .as(
      db()
        .update(outwardKey)
        .set({ leasedUntil })
        .from(due)
        .where(eq(outwardKey.id, due.keyId))
        .returning({ keyId: outwardKey.id }),
    );
  return db()
    .with(due, held)
    .update(mirroredService)
    .set({ attempts: sql`${attempts} + 1`, leasedUntil })
    .from(due)
    .where(
      and(
        eq(mirroredService.providerId, providerId),
        eq(integrationId, due.integrationId),
        eq(subscriptionId, due.subscriptionId),
      ),
    )
    .returning({ ...getTableColumns(mirroredService), keyId: sql<string>`${due.keyId}` });
}

/** What the desired state of a claimed service depends on; undefined once outbound sync is off or has another key. */
export async function readSource({ providerId, integrationId, subscriptionId, keyId }: Due) {
  const [found] = await db()
    .select({ subscription, integration, mirror, livemode: provider.livemode, ...related })
    .from(subscription)
    .innerJoin(
      subscriber,
      and(eq(subscriber.providerId, subscription.providerId), eq(subscriber.id, subscription.subscriberId)),
    )
    .innerJoin(plan, and(eq(plan.providerId, subscription.providerId), eq(plan.id, subscription.planId)))
    .innerJoin(provider, eq(provider.id, subscription.providerId))
    .innerJoin(
      mirror,
      and(
        eq(mirror.providerId, subscription.providerId),
        eq(mirror.integrationId, integrationId),
        // The key that was leased, though another has been set since.
        eq(mirror.keyId, keyId),
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
