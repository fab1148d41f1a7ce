import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { integration } from '../../../drizzle/schema/integration.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import type { IntegrationSnapshot, integrationId, integrationList } from '../../contract/integration.ts';
import { db } from '../../db/client.ts';
import type { Scope } from '../../db/scope.ts';
import { presentOne } from '../../state/resource.ts';
import { defineList } from '../list.ts';
import { findIntegration, type IntegrationRow, integrationResource, notDeleted } from './resource.ts';

/** @throws NOT_FOUND */
export async function getIntegration(
  scope: Scope,
  { id }: z.output<typeof integrationId>,
): Promise<IntegrationSnapshot> {
  return presentOne(scope, integrationResource, await findIntegration(scope, id));
}

/** Integrations, disabled ones included. Contract: Lists. */
export const listIntegrations = defineList<typeof integrationResource, z.output<typeof integrationList>>(
  integrationResource,
  { always: notDeleted },
);

/** An integration and its account, for the receiver: there the id comes before anybody has said who they are. */
export type Receiver = { integration: IntegrationRow; livemode: boolean; clockOffsetMs: number };

const lookUp = new WeakMap<object, ReturnType<typeof prepareLookUp>>();

/** The integration that a path of the receiver names; null when there is none, or it was deleted. */
export async function findReceiver(id: string): Promise<Receiver | null> {
  const on = db();
  const prepared = lookUp.get(on) ?? prepareLookUp();
  lookUp.set(on, prepared);
  const [found] = await prepared.execute({ id });
  return found ?? null;
}

function prepareLookUp() {
  return db()
    .select({ integration, livemode: provider.livemode, clockOffsetMs: provider.clockOffsetMs })
    .from(integration)
    .innerJoin(provider, eq(provider.id, integration.providerId))
    .where(and(eq(integration.id, sql.placeholder('id')), notDeleted))
    .prepare('integration_by_id');
}
