import type { ServicePut } from '../../integrations/command.ts';
import { savepointWithAnnouncedRefusals } from '../../state/announced-refusal.ts';
import { find } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { planRefused } from '../lifecycle/plan-change/reject.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';
import { editPlanFromExternal } from '../subscription/edit-from-external.ts';
import { updateSubscription } from '../subscription/update.ts';
import { type ExternalServiceRow, saveExternalService } from './external-service.ts';
import { applyIpv4 } from './ipv4.ts';
import { mappedTo } from './mapped-to.ts';
import { type Cause, done, failed, type InboundOutcome, ignored } from './outcome.ts';

/**
 * Updates the subscription of an external service: revokes a cancellation if the service is active again, changes the
 * plan for a new tariff, and sets the IPv4 assignment. Unchanged fields have no effect. A refused plan change emits
 * `subscription.plan_change_rejected`, and the rest is still applied. Contract: Inbound.
 */
export async function editService(
  scope: WriteScope,
  cause: Cause,
  put: ServicePut,
  { service, row }: { service: ExternalServiceRow; row: SubscriptionRow },
): Promise<InboundOutcome> {
  const isReactivated = service.endedAt !== null;
  if (isReactivated && row.cancelAt !== null) await updateSubscription(scope, { id: row.id, cancelAt: null });
  const isNewRequest = isNewPlanRequest(service, put, cause);
  const rejected = isNewRequest ? await editPlan(scope, cause, put, row) : null;
  const current = await find(scope, subscriptionResource, row.id);
  const { isChanged, fault } = await applyIpv4(scope, cause, current, put.ipv4);
  await saveExternalService(scope, {
    ...service,
    customerId: service.customerId ?? put.customer.externalId,
    login: put.login ?? service.login,
    endedAt: null,
    ...(isNewRequest && {
      tariffId: put.tariffId,
      rejection: rejected === null ? null : { inboundEventId: cause.inboundEventId, reason: rejected },
    }),
  });
  const reason = rejected ?? fault;
  if (reason) return failed(reason);
  return isReactivated || isNewRequest || isChanged ? done : ignored('UNCHANGED');
}

/**
 * Whether an event requests a plan that no earlier event requested. A refused tariff is requested again by a retry of the
 * refused event, and by any event once it is mapped. A service that becomes active again requests its tariff again, because
 * its end dropped a pending upgrade.
 */
function isNewPlanRequest(
  { tariffId, rejection, endedAt }: ExternalServiceRow,
  put: ServicePut,
  { integration, inboundEventId }: Cause,
): boolean {
  if (put.tariffId === null) return false;
  if (put.tariffId !== tariffId || endedAt !== null) return true;
  if (!rejection) return false;
  const isMappedNow =
    rejection.reason === UNMAPPED && mappedTo(integration.tariffMap, put.tariffId) !== undefined;
  return rejection.inboundEventId === inboundEventId || isMappedNow;
}

const UNMAPPED = 'TARIFF_NOT_MAPPED';

/** @returns the reason of the rejection event; null without a rejection */
async function editPlan(
  scope: WriteScope,
  { integration, isTrusted }: Cause,
  { tariffId }: ServicePut,
  row: SubscriptionRow,
): Promise<string | null> {
  const planId = tariffId === null ? undefined : mappedTo(integration.tariffMap, tariffId);
  // An unsigned event must not grant a free upgrade.
  const freeImmediateUpgrade = integration.freeImmediateUpgrade && isTrusted;
  return savepointWithAnnouncedRefusals(scope, async (within) => {
    if (!planId) throw planRefused(row, UNMAPPED);
    return editPlanFromExternal(within, { id: row.id, planId, freeImmediateUpgrade });
  });
}
