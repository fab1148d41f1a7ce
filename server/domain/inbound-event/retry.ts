import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { InboundEventSnapshot, inboundEventRetry } from '../../contract/integration.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { inboundEventResource } from '../model/inbound-event/resource.ts';
import { findIntegration } from '../model/integration/resource.ts';

/**
 * Queues a failed event again. It is processed against the current state. Contract: Inbound.
 * @throws NOT_FOUND; CONFLICT for an event that is not FAILED
 */
export async function retryInboundEvent(
  scope: WriteScope,
  { id, inboundId }: z.output<typeof inboundEventRetry>,
): Promise<InboundEventSnapshot> {
  await findIntegration(scope, id);
  const row = await findInboundEvent(scope, id, inboundId);
  const queued = await transition(scope, inboundEventResource, row, 'retry', {
    reason: null,
    nextAttemptAt: realNow(),
  });
  scope.outbox.wakes.add('inbound/due');
  return presentOne(scope, inboundEventResource, queued);
}

/** @throws NOT_FOUND at `inboundId` */
async function findInboundEvent(scope: WriteScope, integrationId: string, id: string) {
  const missing = refuse('NOT_FOUND', { field: 'inboundId' });
  const row = await findForUpdate(scope, inboundEventResource, id).catch(() => {
    throw missing;
  });
  if (row.integrationId !== integrationId) throw missing;
  return row;
}
