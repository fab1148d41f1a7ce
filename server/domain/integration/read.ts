import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { integration } from '../../../drizzle/schema/integration.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import type { IntegrationSnapshot, integrationId } from '../../contract/integration.ts';
import type { Page } from '../../contract/paging.ts';
import type { integrationListAll } from '../../contract/portal/integration.ts';
import { batch } from '../../db/batch.ts';
import { db } from '../../db/client.ts';
import { presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { contains } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { failedEventsSince, isFailing } from '../model/integration/failing.ts';
import {
  findIntegration,
  type IntegrationRow,
  integrationResource,
  notDeleted,
} from '../model/integration/resource.ts';
import { type AccountStatus, isKnownAccount } from '../model/provider/account-status.ts';

/** @throws NOT_FOUND */
export async function getIntegration(
  scope: Scope,
  { id }: z.output<typeof integrationId>,
): Promise<IntegrationSnapshot> {
  return presentOne(scope, integrationResource, await findIntegration(scope, id));
}

type Filters = Omit<z.output<typeof integrationListAll>, 'failing'>;
/** The instants are separate inputs, because a statement takes one value for each filter. */
type FailingFilters = { failingSince?: Date; notFailingSince?: Date };

const list = defineList<typeof integrationResource, Filters & FailingFilters>(integrationResource, {
  always: notDeleted,
  filters: {
    failingSince: { where: (since) => isFailing(sql`${since}::timestamptz`) },
    q: contains(sql`${integration.name}`),
    notFailingSince: { where: (since) => sql`not ${isFailing(sql`${since}::timestamptz`)}` },
  },
});

/** Integrations, disabled ones included; whether one fails is by the provider's clock. Contract: Lists. */
export function listIntegrations(
  scope: Scope,
  { failing, ...input }: z.output<typeof integrationListAll>,
): Promise<Page<IntegrationSnapshot>> {
  const since = failedEventsSince(scope.now);
  return list(scope, {
    ...input,
    ...(failing !== undefined && (failing ? { failingSince: since } : { notFailingSince: since })),
  });
}

/** An integration and its account, for the receiver, which has only the id from the path. */
export type Receiver = {
  integration: IntegrationRow;
  livemode: boolean;
  /** Of the account. */
  status: AccountStatus;
  clockOffsetMs: number;
};

const lookUps = new WeakMap<object, ReturnType<typeof prepareLookUp>>();

/**
 * The current integration of a receiver path; null if it does not exist, was deleted, or its account is closed. Concurrent calls
 * are one query and share the result.
 */
export const findReceiver: (id: string) => Promise<Receiver | null> = batch(async (ids: string[]) => {
  const on = db();
  const lookUp = lookUps.get(on) ?? prepareLookUp();
  lookUps.set(on, lookUp);
  const found = await lookUp.execute({ ids: [...new Set(ids)] });
  const byId = new Map(found.map((receiver) => [receiver.integration.id, receiver]));
  return ids.map((id) => byId.get(id) ?? null);
});

function prepareLookUp() {
  return db()
    .select({
      integration,
      livemode: provider.livemode,
      status: provider.status,
      clockOffsetMs: provider.clockOffsetMs,
    })
    .from(integration)
    .innerJoin(provider, eq(provider.id, integration.providerId))
    .where(and(sql`${integration.id} = any(${sql.placeholder('ids')})`, notDeleted, isKnownAccount))
    .prepare('integrations_by_id');
}
