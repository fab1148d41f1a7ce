import type { WriteScope } from '../../work/scope.ts';
import { isOwnService } from '../external/outbound-sync/own-write.ts';
import { cancelSubscription } from '../lifecycle/termination/cancel.ts';
import {
  findExternalService,
  lockOpenSubscription,
  lockServicesOf,
  saveExternalService,
} from './external-service.ts';
import { type Cause, done, type InboundOutcome, ignored } from './outcome.ts';

/**
 * Cancels the subscription of a service that was deleted, stopped or disabled, with the rules of the API: a subscription in
 * service runs to the end of its paid cycle. Contract: Inbound.
 */
export async function endExternalService(
  scope: WriteScope,
  { integration }: Cause,
  { serviceId }: { serviceId: string },
): Promise<InboundOutcome> {
  const which = { integrationId: integration.id, externalServiceId: serviceId };
  if (await isOwnService(scope, which)) return ignored('ECHO');
  const found = await findExternalService(scope, which);
  if (!found) return ignored('SERVICE_NOT_TRACKED');
  if (found.customerId) await lockServicesOf(scope, integration.id, found.customerId);
  const service = (await findExternalService(scope, which)) ?? found;
  if (service.replacedBy !== null) return ignored('SERVICE_REPLACED');
  if (service.endedAt !== null) return ignored('UNCHANGED');
  const row = await lockOpenSubscription(scope, service);
  if (row) await cancelSubscription(scope, { id: row.id });
  await saveExternalService(scope, { ...service, endedAt: scope.now });
  return row ? done : ignored('UNCHANGED');
}
