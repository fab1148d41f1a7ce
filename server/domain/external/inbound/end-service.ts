import type { WriteScope } from '../../../db/scope.ts';
import { cancelSubscription } from '../../lifecycle/termination/cancel.ts';
import { isOwnService } from '../outbound-sync/own-write.ts';
import { type Cause, done, ignored, type Outcome } from './outcome.ts';
import { findService, lockOpenSubscription, lockServicesOf, saveService } from './tracked-service.ts';

/**
 * A service was deleted, stopped or disabled. Its subscription is cancelled as by the API: in service it runs to the end
 * of its paid cycle. Contract: Inbound.
 */
export async function endService(
  scope: WriteScope,
  { integration }: Cause,
  { serviceId }: { serviceId: string },
): Promise<Outcome> {
  const which = { integrationId: integration.id, externalServiceId: serviceId };
  if (await isOwnService(scope, which)) return ignored('ECHO');
  const seen = await findService(scope, which);
  if (!seen) return ignored('SERVICE_NOT_TRACKED');
  if (seen.customerId) await lockServicesOf(scope, integration.id, seen.customerId);
  const service = (await findService(scope, which)) ?? seen;
  if (service.replacedBy !== null) return ignored('SERVICE_REPLACED');
  if (service.endedAt !== null) return ignored('UNCHANGED');
  const row = await lockOpenSubscription(scope, service);
  if (row) await cancelSubscription(scope, { id: row.id });
  await saveService(scope, { ...service, endedAt: scope.now });
  return row ? done : ignored('UNCHANGED');
}
