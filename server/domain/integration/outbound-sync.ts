import { and, count, desc, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { outboundSync, syncedService } from '../../../drizzle/schema/outbound-sync.ts';
import { invalidValue } from '../../contract/errors.ts';
import type {
  OutboundSyncSet,
  OutboundSyncSnapshot,
  outboundSyncId,
} from '../../contract/portal/outbound-sync.ts';
import { adapters } from '../../integrations/registry.ts';
import { seal } from '../../sealed.ts';
import { hostOf, isReachable } from '../../webhooks/guard.ts';
import { audit } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { ensureApiKey } from '../external/outbound-sync/api-key.ts';
import { deleteSettings, pushAll, servicesOf, settingsOf } from '../external/outbound-sync/rows.ts';
import { findIntegration } from '../model/integration/resource.ts';

/** Failures in the answer. */
const SHOWN = 5;

/**
 * The settings of an integration's outbound sync, and its progress.
 * @throws NOT_FOUND
 */
export async function getOutboundSync(
  scope: Scope,
  { id }: z.output<typeof outboundSyncId>,
): Promise<OutboundSyncSnapshot> {
  await findIntegration(scope, id);
  const [settings] = await scope.db.select().from(outboundSync).where(settingsOf(scope, id));
  const { sent, nextAttemptAt, failure, subscriptionId, updatedAt } = syncedService;
  const [counted] = await scope.db
    .select({
      synced: count(sent),
      pending: count(nextAttemptAt),
      failed: sql<string>`count(*) filter (where ${failure} is not null and ${nextAttemptAt} is null)`,
    })
    .from(syncedService)
    .where(servicesOf(scope, id));
  const failures = await scope.db
    .select({ subscriptionId, failure: sql<string>`${failure}` })
    .from(syncedService)
    .where(and(servicesOf(scope, id), isNotNull(failure)))
    .orderBy(desc(updatedAt), subscriptionId)
    .limit(SHOWN);
  return {
    id,
    settings: settings
      ? {
          baseUrl: settings.baseUrl,
          apiKeyLast4: settings.apiKeyLast4,
          updatedAt: settings.updatedAt.toISOString(),
        }
      : null,
    synced: counted?.synced ?? 0,
    pending: counted?.pending ?? 0,
    failed: Number(counted?.failed ?? 0),
    failures,
  };
}

/**
 * Starts outbound sync: all subscriptions in service are pushed at once, and each later change. Saving again pushes all of
 * them again.
 * @param addresses what the host of `baseUrl` resolves to
 * @throws NOT_FOUND; VALIDATION_FAILED at `baseUrl` for a private network, and at `id` for an adapter without outbound sync
 */
export async function setOutboundSync(
  scope: WriteScope,
  { id, baseUrl, apiKey, apiSecret, addresses }: OutboundSyncSet & { addresses: readonly string[] },
): Promise<OutboundSyncSnapshot> {
  const { adapter } = await findIntegration(scope, id, 'update');
  if (!adapters[adapter].api) throw invalidValue('id', 'This system has no outbound sync.');
  requireReachable(scope, baseUrl, addresses);
  const [before] = await scope.db.select().from(outboundSync).where(settingsOf(scope, id));
  const values = {
    baseUrl,
    sealedApiKey: seal(apiKey, id),
    apiKeyLast4: apiKey.slice(-4),
    sealedApiSecret: seal(apiSecret, id),
    keyId: await ensureApiKey(scope, { baseUrl, apiKey }),
    updatedAt: scope.now,
  };
  await scope.db
    .insert(outboundSync)
    .values({ ...values, providerId: scope.providerId, integrationId: id, createdAt: scope.now })
    .onConflictDoUpdate({ target: [outboundSync.providerId, outboundSync.integrationId], set: values });
  await pushAll(scope, id);
  audit(scope, 'integration.set_outbound_sync', aboutIntegration(id), {
    baseUrl: { before: before?.baseUrl ?? null, after: baseUrl },
    apiKeyLast4: { before: before?.apiKeyLast4 ?? null, after: values.apiKeyLast4 },
  });
  return getOutboundSync(scope, { id });
}

/**
 * Stops outbound sync and deletes the key. The services in the external system stay as they are.
 * @throws NOT_FOUND
 */
export async function removeOutboundSync(
  scope: WriteScope,
  { id }: z.output<typeof outboundSyncId>,
): Promise<OutboundSyncSnapshot> {
  await findIntegration(scope, id, 'update');
  if (await deleteSettings(scope, id)) audit(scope, 'integration.remove_outbound_sync', aboutIntegration(id));
  return getOutboundSync(scope, { id });
}

function requireReachable(scope: Scope, url: string, addresses: readonly string[]): void {
  if (scope.livemode && new URL(url).protocol !== 'https:') {
    throw invalidValue('baseUrl', 'A live account needs an https address.');
  }
  if (!isReachable(hostOf(url), addresses, scope.livemode)) {
    throw invalidValue('baseUrl', 'This address is in a private network.');
  }
}

const aboutIntegration = (id: string) => ({ type: 'integration' as const, id });
