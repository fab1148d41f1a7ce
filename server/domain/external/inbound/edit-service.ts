import type { WriteScope } from '../../../db/scope.ts';
import type { ServicePut } from '../../../integrations/command.ts';
import { savepointWithAnnouncedRefusals } from '../../../state/announced-refusal.ts';
import { find } from '../../../state/resource.ts';
import { planRefused } from '../../lifecycle/plan-change/reject.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { editPlanFromExternal } from '../../subscription/edit-from-external.ts';
import { updateSubscription } from '../../subscription/update.ts';
import { applyIpv4 } from './ipv4.ts';
import { mappedTo } from './mapped-to.ts';
import { type Cause, done, failed, ignored, type Outcome } from './outcome.ts';
import { type ServiceRow, saveService } from './tracked-service.ts';

type Tracked = { service: ServiceRow; row: SubscriptionRow };

/**
 * Brings a tracked service's subscription to what the event says: takes a cancellation back where the service lives again,
 * puts it on the plan of another tariff, and mirrors its address. What is as it was has no effect. A plan that is refused
 * is announced and leaves the rest to be done. Contract: Inbound.
 */
export async function editService(
  scope: WriteScope,
  cause: Cause,
  put: ServicePut,
  { service, row }: Tracked,
): Promise<Outcome> {
  const isRevived = service.endedAt !== null;
  if (isRevived && row.cancelAt !== null) await updateSubscription(scope, { id: row.id, cancelAt: null });
  const asksAnew = isAskedAnew(service, put, cause);
  const rejected = asksAnew ? await editPlan(scope, cause, put, row) : null;
  const present = await find(scope, subscriptionResource, row.id);
  const { isChanged, fault } = await applyIpv4(scope, cause, present, put.ipv4);
  await saveService(scope, {
    ...service,
    customerId: service.customerId ?? put.customer.externalId,
    login: put.login ?? service.login,
    endedAt: null,
    ...(asksAnew && {
      tariffId: put.tariffId,
      rejection: rejected === null ? null : { inboundEventId: cause.inboundEventId, reason: rejected },
    }),
  });
  const reason = rejected ?? fault;
  if (reason) return failed(reason);
  return isRevived || asksAnew || isChanged ? done : ignored('UNCHANGED');
}

/**
 * Whether an event asks for a plan that was not asked for before. A tariff that was refused is asked for again by a retry
 * of the event that it was refused with, and once it is mapped; any is by a service that lives again, as an upgrade that
 * waited was dropped when it ended.
 */
function isAskedAnew(
  { tariffId, rejection, endedAt }: ServiceRow,
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

/** @returns why the plan was refused, as announced; null where it was not */
async function editPlan(
  scope: WriteScope,
  { integration, isTrusted }: Cause,
  { tariffId }: ServicePut,
  row: SubscriptionRow,
): Promise<string | null> {
  const planId = tariffId === null ? undefined : mappedTo(integration.tariffMap, tariffId);
  // Who cannot be told from anybody else gives nothing away.
  const freeImmediateUpgrade = integration.freeImmediateUpgrade && isTrusted;
  return savepointWithAnnouncedRefusals(scope, async (within) => {
    if (!planId) throw planRefused(row, 'Invalid or inactive plan', UNMAPPED);
    return editPlanFromExternal(within, { id: row.id, planId, freeImmediateUpgrade });
  });
}
