import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { externalService } from '../../../drizzle/schema/integration.ts';
import { hasEnded } from '../../contract/subscription-rules.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { lockSubscription } from '../model/subscription/lock.ts';
import type { SubscriptionRow } from '../model/subscription/resource.ts';

export type ExternalServiceRow = typeof externalService.$inferSelect;
type ServiceKey = Pick<ExternalServiceRow, 'integrationId' | 'externalServiceId'>;

/** The external service with this id; undefined if it has no subscription. */
export async function findExternalService(
  scope: Scope,
  { integrationId, externalServiceId }: ServiceKey,
): Promise<ExternalServiceRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(externalService)
    .where(
      and(ofIntegration(scope, integrationId), eq(externalService.externalServiceId, externalServiceId)),
    );
  return row;
}

/** The newest external service of a customer with a sign-in name. */
export async function findExternalServiceByLogin(
  scope: Scope,
  { integrationId, customerId, login }: { integrationId: string; customerId: string; login: string },
): Promise<ExternalServiceRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(externalService)
    .where(
      and(
        ofIntegration(scope, integrationId),
        eq(externalService.customerId, customerId),
        eq(externalService.login, login),
        isNull(externalService.replacedBy),
      ),
    )
    .orderBy(desc(externalService.createdAt), desc(externalService.externalServiceId))
    .limit(1);
  return row;
}

/** Locks all services of one customer until the transaction ends, because one may replace another. */
export async function lockServicesOf(
  scope: WriteScope,
  integrationId: string,
  customerId: string,
): Promise<void> {
  const key = `external customer ${integrationId} ${customerId}`;
  await scope.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Creates or updates an external service. */
export async function saveExternalService(
  scope: WriteScope,
  values: Omit<typeof externalService.$inferInsert, 'providerId' | 'createdAt' | 'updatedAt'>,
): Promise<void> {
  const { externalServiceId, integrationId, ...known } = values;
  const { providerId, now } = scope;
  await scope.db
    .insert(externalService)
    .values({ ...values, providerId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [externalService.providerId, externalService.integrationId, externalService.externalServiceId],
      set: { ...known, updatedAt: now },
    });
}

/** Locks the subscription of a service. Null if it has ended. */
export async function lockOpenSubscription(
  scope: WriteScope,
  service: ExternalServiceRow,
): Promise<SubscriptionRow | null> {
  const row = (await lockSubscription(scope, service.subscriptionId))?.subscription;
  return row && !hasEnded(row) ? row : null;
}

function ofIntegration(scope: Scope, integrationId: string) {
  return and(
    eq(externalService.providerId, scope.providerId),
    eq(externalService.integrationId, integrationId),
  );
}
