import { and, count } from 'drizzle-orm';
import { webhook } from '../../../drizzle/schema/webhook.ts';
import { refuse } from '../../contract/errors.ts';
import { MAX_WEBHOOKS, type WebhookCreate, type WebhookWithSecret } from '../../contract/webhook.ts';
import { newSigningSecret } from '../../sealed.ts';
import { lockCount } from '../../state/lock-count.ts';
import { create } from '../../state/record.ts';
import { owned } from '../../state/resource.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import {
  notDeleted,
  presentWithSecret,
  requireDeliverable,
  sealHeaders,
  webhookResource,
  withStoredSecrets,
} from '../model/webhook/resource.ts';

/** The addresses of the URL, resolved before the transaction began. */
export type ResolvedAddresses = { addresses: readonly string[] };

/**
 * Registers an endpoint for events. Only this answer shows its secret. Contract: Webhook subscription.
 * @throws VALIDATION_FAILED at `url` for an address in a private network; CONFLICT for the eleventh webhook
 */
export async function createWebhook(
  scope: WriteScope,
  { addresses, ...given }: WebhookCreate & ResolvedAddresses,
): Promise<WebhookWithSecret> {
  const { headers, ...input } = withStoredSecrets(given);
  requireDeliverable(scope, input.url, addresses);
  await requireBelowLimit(scope);
  const id = newId('webhook', scope.now);
  const { secret, ...kept } = newSigningSecret('whsec', id);
  const row = await create(
    scope,
    webhookResource,
    { ...input, ...kept, sealedHeaders: sealHeaders(id, headers), status: 'ACTIVE' },
    { id },
  );
  return presentWithSecret(scope, row, secret);
}

async function requireBelowLimit(scope: WriteScope): Promise<void> {
  await lockCount(scope, 'webhooks');
  const [kept] = await scope.db
    .select({ n: count() })
    .from(webhook)
    .where(and(owned(scope, webhookResource), notDeleted));
  if ((kept?.n ?? 0) < MAX_WEBHOOKS) return;
  throw refuse('CONFLICT', { message: `An account can have ${MAX_WEBHOOKS} webhooks. Delete one first.` });
}
