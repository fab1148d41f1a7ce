import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inboundBody, inboundEvent } from '../../../drizzle/schema/integration.ts';
import { refuse } from '../../contract/errors.ts';
import type {
  InboundEventDetail,
  InboundEventSnapshot,
  inboundEventListAll,
  inboundEventRetry,
} from '../../contract/integration.ts';
import { maskedJson } from '../../contract/masked.ts';
import type { Page } from '../../contract/paging.ts';
import { mayReadSecrets, type Scope } from '../../db/scope.ts';
import { findOrNull, presentOne } from '../../state/resource.ts';
import { contains, defineList, equals, isAnyOf } from '../list/list.ts';
import { inboundEventResource } from '../model/inbound-event/resource.ts';
import { findIntegration } from '../model/integration/resource.ts';
import { findExternalService } from './external-service.ts';

const list = defineList<typeof inboundEventResource, z.output<typeof inboundEventListAll>>(
  inboundEventResource,
  {
    filters: {
      id: equals(inboundEvent.integrationId),
      status: equals(inboundEvent.status),
      statusIn: isAnyOf(inboundEvent.status),
      event: contains(sql`${inboundEvent.event}`),
    },
    sortable: { receivedAt: inboundEvent.receivedAt },
  },
);

/**
 * The inbound events of an integration, newest first. Contract: Lists.
 * @throws NOT_FOUND for the integration
 */
export async function listInboundEvents(
  scope: Scope,
  input: z.output<typeof inboundEventListAll>,
): Promise<Page<InboundEventSnapshot>> {
  await findIntegration(scope, input.id);
  return list(scope, input);
}

/**
 * An inbound event with its body and commands. Passwords in the body are masked for roles below admin.
 * @throws NOT_FOUND
 */
export async function getInboundEvent(
  scope: Scope,
  { id, inboundId }: z.output<typeof inboundEventRetry>,
): Promise<InboundEventDetail> {
  await findIntegration(scope, id);
  const row = await findOrNull(scope, inboundEventResource, inboundId);
  if (row?.integrationId !== id) throw refuse('NOT_FOUND', { field: 'inboundId' });
  const { trust, externalEventId, externalServiceId, attempts, correlationId, commands } = row;
  const [stored] = await scope.db
    .select({ body: inboundBody.body })
    .from(inboundBody)
    .where(and(eq(inboundBody.providerId, scope.providerId), eq(inboundBody.inboundEventId, inboundId)));
  const service =
    externalServiceId && (await findExternalService(scope, { integrationId: id, externalServiceId }));
  return {
    ...(await presentOne(scope, inboundEventResource, row)),
    ...{ trust, externalEventId, attempts, correlationId },
    commands: commands ?? [],
    body: bodyFor(scope, stored?.body.toString() ?? ''),
    subscriptionId: service ? service.subscriptionId : null,
  };
}

function bodyFor({ caller }: Scope, body: string): string {
  return mayReadSecrets(caller) ? body : maskedJson(body);
}
