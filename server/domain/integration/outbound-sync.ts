import { and, count, desc, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { mirror, mirroredService } from '../../../drizzle/schema/mirror.ts';
import { invalidValue } from '../../contract/errors.ts';
import type { MirrorSet, MirrorSnapshot, mirrorId } from '../../contract/mirror.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';
import { audit } from '../../events/audit.ts';
import { adapters } from '../../integrations/registry.ts';
import { seal } from '../../sealed.ts';
import { hostOf, isReachable } from '../../webhooks/guard.ts';
import { keepKey } from '../external/outbound-sync/key.ts';
import { deleteSettings, pushAll, servicesOf, settingsOf } from '../external/outbound-sync/rows.ts';
import { findIntegration } from '../model/integration/resource.ts';

/** Failures that are shown. */
const SHOWN = 5;

/**
 * The settings of an integration's outbound sync, and its progress.
 * @throws NOT_FOUND
 */
export async function getOutboundSync(
  scope: Scope,
  { id }: z.output<typeof mirrorId>,
): Promise<MirrorSnapshot> {
  await findIntegration(scope, id);
  const [kept] = await scope.db.select().from(mirror).where(settingsOf(scope, id));
  const { sent, nextAttemptAt, failure, subscriptionId, updatedAt } = mirroredService;
  const [counted] = await scope.db
    .select({
      there: count(sent),
      waiting: count(nextAttemptAt),
      failed: sql<string>`count(*) filter (where ${failure} is not null and ${nextAttemptAt} is null)`,
    })
    .from(mirroredService)
    .where(servicesOf(scope, id));
  const failures = await scope.db
    .select({ subscriptionId, failure: sql<string>`${failure}` })
    .from(mirroredService)
    .where(and(servicesOf(scope, id), isNotNull(failure)))
    .orderBy(desc(updatedAt), subscriptionId)
    .limit(SHOWN);
  return {
    id,
    settings: kept
      ? {
          baseUrl: kept.baseUrl,
          apiKeyLast4: kept.apiKeyLast4,
          updatedAt: kept.updatedAt.toISOString(),
        }
      : null,
    there: counted?.there ?? 0,
    waiting: counted?.waiting ?? 0,
    failed: Number(counted?.failed ?? 0),
    failures,
  };
}

/**
 * Starts outbound sync: all subscriptions in service are pushed at once, and each later change. Saving again pushes all of
 * them again.
 * @throws NOT_FOUND; VALIDATION_FAILED at `baseUrl` when it leads into a private network, at `id` for a system that takes
 * nothing
 */
export async function setOutboundSync(
  scope: WriteScope,
  { id, baseUrl, apiKey, apiSecret, addresses }: MirrorSet & { addresses: readonly string[] },
): Promise<MirrorSnapshot> {
  const { adapter } = await findIntegration(scope, id, 'update');
  if (!adapters[adapter].outward) throw invalidValue('id', 'This system takes no services of ours.');
  requireReachable(scope, baseUrl, addresses);
  const [before] = await scope.db.select().from(mirror).where(settingsOf(scope, id));
  const values = {
    baseUrl,
    sealedApiKey: seal(apiKey, id),
    apiKeyLast4: apiKey.slice(-4),
    sealedApiSecret: seal(apiSecret, id),
    keyId: await keepKey(scope, { baseUrl, apiKey }),
    updatedAt: scope.now,
  };
  await scope.db
    .insert(mirror)
    .values({ ...values, providerId: scope.providerId, integrationId: id, createdAt: scope.now })
    .onConflictDoUpdate({ target: [mirror.providerId, mirror.integrationId], set: values });
  await pushAll(scope, id);
  audit(scope, 'integration.set_mirror', aboutIntegration(id), {
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
  { id }: z.output<typeof mirrorId>,
): Promise<MirrorSnapshot> {
  await findIntegration(scope, id, 'update');
  if (await deleteSettings(scope, id)) audit(scope, 'integration.remove_mirror', aboutIntegration(id));
  return getOutboundSync(scope, { id });
}

function requireReachable(scope: Scope, url: string, addresses: readonly string[]): void {
  if (scope.livemode && new URL(url).protocol !== 'https:') {
    throw invalidValue('baseUrl', 'A live account’s system has to be at an https address.');
  }
  if (!isReachable(hostOf(url), addresses, scope.livemode)) {
    throw invalidValue('baseUrl', 'This leads into a network that must not be reached from here.');
  }
}

const aboutIntegration = (id: string) => ({ type: 'integration', id });
