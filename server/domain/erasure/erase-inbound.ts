import { and, eq, sql } from 'drizzle-orm';
import { externalService, integration } from '../../../drizzle/schema/integration.ts';
import { isOneOf } from '../../db/statement.ts';
import { orderKey } from '../../integrations/adapter.ts';
import type { Scope } from '../../work/scope.ts';
import { ERASED } from './eraser.ts';

/** The body of an erased inbound event. It has no effect if it is processed again. */
const ERASED_BODY = JSON.stringify({ event: 'erased', data: {} });

/** The inbound events about these subscriptions and external customers, by the index on the order key. */
export async function findInboundEvents(
  { db, providerId }: Scope,
  { subscriptions, customers }: { subscriptions: string[]; customers: string[] },
): Promise<string[]> {
  const services = await db
    .select({ integrationId: externalService.integrationId, id: externalService.externalServiceId })
    .from(externalService)
    .where(
      and(eq(externalService.providerId, providerId), isOneOf(externalService.subscriptionId, subscriptions)),
    );
  const integrations = await db
    .select({ id: integration.id })
    .from(integration)
    .where(eq(integration.providerId, providerId));
  const keys = [
    ...services.map(({ integrationId, id }) => ({ integrationId, key: orderKey(id, null) })),
    ...integrations.flatMap(({ id }) =>
      customers.map((customer) => ({ integrationId: id, key: orderKey(null, customer) })),
    ),
  ];
  const rows = await db.execute<{ id: string }>(sql`
    select e.id from unnest(
      ${sql.param(keys.map((each) => each.integrationId))}::text[], ${sql.param(keys.map(({ key }) => key))}::text[]
    ) k (integration_id, order_key)
    join inbound_event e on e.integration_id = k.integration_id and e.order_key = k.order_key
    where e.provider_id = ${providerId}`);
  return rows.map(({ id }) => id);
}

/** Erases the bodies of inbound events, the commands that were read from them, and the ids of the customers. */
export async function eraseInboundEvents({ db, providerId }: Scope, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    update inbound_body set body = convert_to(${ERASED_BODY}, 'UTF8')
    where provider_id = ${providerId} and inbound_event_id = any(${sql.param(ids)})`);
  await db.execute(sql`
    update inbound_event set commands = null,
      order_key = case when order_key like 'customer:%' then ${orderKey(null, ERASED)} else order_key end
    where provider_id = ${providerId} and id = any(${sql.param(ids)})`);
}
