import { and, eq, getTableColumns, notInArray, sql } from 'drizzle-orm';
import { integration } from '../../../../drizzle/schema/integration.ts';
import { mirror, mirroredService, outwardKey } from '../../../../drizzle/schema/mirror.ts';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { MINUTE_MS, plus, realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';

/** How long an attempt may take before somebody else may make it. Longer than its calls with all their time-outs. */
const LEASE_MS = 2 * MINUTE_MS;

/** A service and the API key with which its system is told of it, both leased until the same instant. */
export type Due = typeof mirroredService.$inferSelect & { keyId: string };

const now = () => realNow().toISOString();

/** Due, nobody's, and of an integration that can be told of it. */
const isDue = () => sql`${mirroredService.nextAttemptAt} <= ${now()}
  and (${mirroredService.leasedUntil} is null or ${mirroredService.leasedUntil} <= ${now()})
  and ${integration.status} = 'ACTIVE'`;

const withMirror = and(
  eq(mirror.providerId, mirroredService.providerId),
  eq(mirror.integrationId, mirroredService.integrationId),
);
const withIntegration = and(
  eq(integration.providerId, mirroredService.providerId),
  eq(integration.id, mirroredService.integrationId),
);

/** Providers with services that an external system is to be told of by now. */
export async function providersWithServicesToTell(): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ providerId: mirroredService.providerId })
    .from(mirroredService)
    .innerJoin(mirror, withMirror)
    .innerJoin(integration, withIntegration)
    .where(isDue());
  return rows.map(({ providerId }) => providerId);
}

/**
 * Takes the service that has waited longest, and with it the API key of its system, for as long as the lease lasts. A key
 * serves one attempt at a time in all processes, since its nonces have to arrive in order; services of a key that is in
 * use are left out.
 * @param silent integrations that are left alone
 */
export async function claimService(providerId: string, silent: readonly string[]): Promise<Due | undefined> {
  const { integrationId, subscriptionId, attempts, nextAttemptAt } = mirroredService;
  // A subquery in its place may be run more than once, and take more than one.
  const due = db()
    .$with('due')
    .as(
      db()
        .select({ integrationId, subscriptionId, keyId: mirror.keyId })
        .from(mirroredService)
        .innerJoin(mirror, withMirror)
        .innerJoin(integration, withIntegration)
        .innerJoin(outwardKey, eq(outwardKey.id, mirror.keyId))
        .where(
          and(
            eq(mirroredService.providerId, providerId),
            isDue(),
            sql`(${outwardKey.leasedUntil} is null or ${outwardKey.leasedUntil} <= ${now()})`,
            silent.length > 0 ? notInArray(integrationId, [...silent]) : undefined,
          ),
        )
        .orderBy(nextAttemptAt)
        .limit(1)
        .for('no key update', { of: [mirroredService, outwardKey], skipLocked: true }),
    );
  const leasedUntil = plus(realNow(), LEASE_MS);
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
  const [claimed] = await db()
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
  return claimed;
}

/** All that decides how the external system is to have a claimed service; undefined once it is told of none. */
export async function lookAt({ providerId, integrationId, subscriptionId, keyId }: Due) {
  const [found] = await db()
    .select({ subscription, integration, mirror, livemode: provider.livemode, ...about })
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

const about = { customerId: subscriber.externalUserId, planName: plan.planName };

export type Seen = NonNullable<Awaited<ReturnType<typeof lookAt>>>;
