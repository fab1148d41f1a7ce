import type { ServicePut } from '../../integrations/command.ts';
import { findOrNull } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { isOwnService } from '../external/outbound-sync/own-write.ts';
import { demarcationPointResource } from '../model/demarcation-point/resource.ts';
import { createExternalSubscription } from '../subscription/create.ts';
import { findOrCreateSubscriber } from './customer.ts';
import { editService } from './edit-service.ts';
import {
  type ExternalServiceRow,
  findExternalService,
  findExternalServiceByLogin,
  lockOpenSubscription,
  lockServicesOf,
  saveExternalService,
} from './external-service.ts';
import { applyIpv4 } from './ipv4.ts';
import { mappedTo } from './mapped-to.ts';
import { type Cause, done, failed, type InboundOutcome, ignored } from './outcome.ts';

/**
 * Applies the state of an external service. A service that has a subscription is edited. A new service with the customer and
 * sign-in name of such a service replaces it, because some systems change a tariff that way. A service that Demarc created is
 * an own write. An edit does not restore an ended subscription. Any other service is onboarded. Contract: Inbound.
 * @throws the refusals of onboarding and edits
 */
export async function putService(scope: WriteScope, cause: Cause, put: ServicePut): Promise<InboundOutcome> {
  const { integration } = cause;
  const which = { integrationId: integration.id, externalServiceId: put.serviceId };
  if (await isOwnService(scope, { ...which, login: put.login, customerId: put.customer.externalId })) {
    return ignored('ECHO');
  }
  const customerId = put.customer.externalId ?? (await findExternalService(scope, which))?.customerId;
  if (customerId) await lockServicesOf(scope, integration.id, customerId);
  const service = await findExternalService(scope, which);
  if (service?.replacedBy) return ignored('SERVICE_REPLACED');
  const row = service && (await lockOpenSubscription(scope, service));
  if (service && row) return editService(scope, cause, put, { service, row });
  if (service && service.endedAt === null && !put.isNew) return editEnded(service, put);
  // Demarc created it under another integration. Onboarding would sell the same service twice.
  if (put.isOurs) return ignored('ECHO');
  const before = await predecessor(scope, cause, put);
  const inherited = before && (await lockOpenSubscription(scope, before));
  if (!before || !inherited) return onboard(scope, cause, put);
  await saveExternalService(scope, { ...before, replacedBy: put.serviceId });
  const successor = { ...before, externalServiceId: put.serviceId, rejection: null };
  await saveExternalService(scope, successor);
  const outcome = await editService(scope, cause, put, { service: successor, row: inherited });
  return outcome.as === 'ignored' ? done : outcome;
}

/** The outcome of an edit whose subscription has ended in Demarc. */
function editEnded({ tariffId }: ExternalServiceRow, put: ServicePut): InboundOutcome {
  const isSame = put.tariffId === null || put.tariffId === tariffId;
  return isSame ? ignored('UNCHANGED') : failed('SUBSCRIPTION_TERMINAL');
}

/** The external service that a new one replaces. */
async function predecessor(
  scope: WriteScope,
  { integration }: Cause,
  { isNew, login, customer, serviceId }: ServicePut,
): Promise<ExternalServiceRow | undefined> {
  const customerId = customer.externalId;
  if (!isNew || !login || !customerId) return undefined;
  const found = await findExternalServiceByLogin(scope, { integrationId: integration.id, customerId, login });
  return found?.externalServiceId === serviceId ? undefined : found;
}

async function onboard(scope: WriteScope, cause: Cause, put: ServicePut): Promise<InboundOutcome> {
  const { integration } = cause;
  const planId = put.tariffId === null ? undefined : mappedTo(integration.tariffMap, put.tariffId);
  if (!planId) return failed('TARIFF_NOT_MAPPED');
  const subscriberId = await findOrCreateSubscriber(scope, put.customer);
  if (!subscriberId) return failed('CUSTOMER_UNKNOWN');
  const row = await createExternalSubscription(scope, {
    subscriberId,
    planId,
    demarcationPointId: await openPoint(scope, integration.defaultDemarcationPointId),
    externalReference: put.serviceId.slice(0, MAX_REFERENCE),
  });
  await saveExternalService(scope, {
    integrationId: integration.id,
    externalServiceId: put.serviceId,
    subscriptionId: row.id,
    customerId: put.customer.externalId,
    login: put.login,
    tariffId: put.tariffId,
    rejection: null,
    endedAt: null,
    replacedBy: null,
  });
  const { fault } = await applyIpv4(scope, cause, row, put.ipv4);
  return fault ? failed(fault) : done;
}

const MAX_REFERENCE = 128;

/** The demarcation point of new services; null if it is no longer available. */
async function openPoint(scope: WriteScope, id: string | null): Promise<string | null> {
  const point = id === null ? undefined : await findOrNull(scope, demarcationPointResource, id, 'share');
  return point?.status === 'AVAILABLE' ? point.id : null;
}
