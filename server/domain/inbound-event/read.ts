import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { externalService, inboundBody, inboundEvent } from '../../../drizzle/schema/integration.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { refuse } from '../../contract/errors.ts';
import type { InboundEventSnapshot, inboundEventRetry, integrationId } from '../../contract/integration.ts';
import { beginningOf, maskedFields } from '../../contract/masked.ts';
import type { Page } from '../../contract/paging.ts';
import type { InboundEventDetail, inboundEventListAll } from '../../contract/portal/integration.ts';
import { inboundEventTabs } from '../../contract/portal/long-list-tabs.ts';
import { parseStoredBody } from '../../integrations/stored-body.ts';
import { findOrNull, presentOne } from '../../state/resource.ts';
import { mayReadSecrets, type Scope } from '../../work/scope.ts';
import { defineBoundedCounts } from '../list/counts.ts';
import { contains, equals, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { search, typedId } from '../list/search.ts';
import { inboundEventResource } from '../model/inbound-event/resource.ts';
import { findIntegration } from '../model/integration/resource.ts';
import { subscribersLike } from '../model/subscriber/resource.ts';
import { findExternalService } from './external-service.ts';
import { sentEventId } from './receive.ts';

const ofIntegration = sql`${inboundEvent.integrationId} = ${sql.placeholder('id')}`;

/** A query of the order keys of the services whose subscription or subscriber has the id, or whose subscriber matches. */
function keysOfServices(text: SQL, pattern: SQL): SQL {
  return sql`
    select 'service:' || ${externalService.externalServiceId} from ${externalService}
    join ${subscription} on ${subscription.providerId} = ${externalService.providerId}
      and ${subscription.id} = ${externalService.subscriptionId}
    where ${externalService.providerId} = ${sql.placeholder('providerId')}
      and ${externalService.integrationId} = ${sql.placeholder('id')}
      and (${subscription.id} = ${typedId(text)} or ${subscription.subscriberId} = ${typedId(text)}
        or ${subscription.subscriberId} in (${subscribersLike(pattern)}))`;
}

const options: ListOptions<z.output<typeof inboundEventListAll>> = {
  filters: {
    id: equals(inboundEvent.integrationId),
    status: equals(inboundEvent.status),
    statusIn: isAnyOf(inboundEvent.status),
    event: contains(sql`${inboundEvent.event}`),
    q: search(inboundEvent, ({ text, pattern }) => [
      sql`${inboundEvent.id} = ${typedId(text)}`,
      // The index of external ids has the kind of trust before the id.
      sql`${ofIntegration} and ${inboundEvent.trust} in ('SIGNED', 'CREDENTIALS', 'UNSIGNED')
        and ${inboundEvent.externalEventId} = ${text}`,
      sql`${ofIntegration} and ${inboundEvent.orderKey} in ('service:' || ${text}, 'customer:' || ${text})`,
      sql`${ofIntegration} and ${inboundEvent.orderKey} in (${keysOfServices(text, pattern)})`,
    ]),
  },
  sortable: { receivedAt: inboundEvent.receivedAt },
};

const list = defineList<typeof inboundEventResource, z.output<typeof inboundEventListAll>>(
  inboundEventResource,
  options,
);

const counts = defineBoundedCounts(inboundEventResource, options, inboundEventTabs, {
  within: ['id'],
  few: {
    FAILED: sql`${inboundEvent.status} = 'FAILED'`,
    QUEUED: sql`${inboundEvent.status} = 'QUEUED'`,
  },
});

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
 * The number of inbound events of each tab of an integration.
 * @throws NOT_FOUND for the integration
 */
export async function countInboundEvents(
  scope: Scope,
  { id }: z.output<typeof integrationId>,
): ReturnType<typeof counts> {
  await findIntegration(scope, id);
  return counts(scope, { id });
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
    ...{ trust, externalEventId: sentEventId(externalEventId), attempts, correlationId },
    commands: commands ?? [],
    body: bodyFor(scope, stored?.body ?? Buffer.alloc(0)),
    subscriptionId: service ? service.subscriptionId : null,
  };
}

/** The most characters of a body with masks: to mask a whole one, of up to 1 MiB, would hold up other requests. */
const MAX_MASKED = 64 * 1024;

/** The body as it arrived or, for a role that sees no passwords, its fields as JSON, the beginning of a long one. */
function bodyFor({ caller }: Scope, body: Buffer): string {
  if (mayReadSecrets(caller)) return body.toString();
  return JSON.stringify(maskedFields(beginningOf(parseStoredBody(body), MAX_MASKED)), null, 2);
}
