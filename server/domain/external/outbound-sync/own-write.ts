import { and, eq, or } from 'drizzle-orm';
import { mirroredService } from '../../../../drizzle/schema/mirror.ts';
import type { Scope } from '../../../db/scope.ts';

type Service = {
  integrationId: string;
  externalServiceId: string;
  customerId?: string | null;
  login?: string | null;
};

/**
 * Whether a service of an external system stands there for a subscription of ours. By its customer and sign-in name it is
 * known before we are told its id: both are written down before it is made. Contract: Inbound.
 */
export async function isMirrored(
  scope: Scope,
  { integrationId, externalServiceId, customerId, login }: Service,
): Promise<boolean> {
  const found = await scope.db
    .select({ subscriptionId: mirroredService.subscriptionId })
    .from(mirroredService)
    .where(
      and(
        eq(mirroredService.providerId, scope.providerId),
        eq(mirroredService.integrationId, integrationId),
        or(
          eq(mirroredService.externalServiceId, externalServiceId),
          customerId && login
            ? and(eq(mirroredService.customerId, customerId), eq(mirroredService.login, login))
            : undefined,
        ),
      ),
    )
    .limit(1);
  return found.length > 0;
}
