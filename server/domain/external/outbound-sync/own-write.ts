import { and, eq, or } from 'drizzle-orm';
import { syncedService } from '../../../../drizzle/schema/outbound-sync.ts';
import type { Scope } from '../../../work/scope.ts';

type Service = {
  integrationId: string;
  externalServiceId: string;
  customerId?: string | null;
  login?: string | null;
};

/**
 * Whether Demarc created a service of an external system, so that its webhook is an own write. Customer and sign-in name
 * identify it before its id is known: both are stored before the service is created. Contract: Inbound.
 */
export async function isOwnService(
  scope: Scope,
  { integrationId, externalServiceId, customerId, login }: Service,
): Promise<boolean> {
  const found = await scope.db
    .select({ subscriptionId: syncedService.subscriptionId })
    .from(syncedService)
    .where(
      and(
        eq(syncedService.providerId, scope.providerId),
        eq(syncedService.integrationId, integrationId),
        or(
          eq(syncedService.externalServiceId, externalServiceId),
          customerId && login
            ? and(eq(syncedService.customerId, customerId), eq(syncedService.login, login))
            : undefined,
        ),
      ),
    )
    .limit(1);
  return found.length > 0;
}
