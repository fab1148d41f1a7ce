import type { WebhookSnapshot, WebhookUpdate } from '../../contract/webhook.ts';
import { change } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import {
  findWebhook,
  requireDeliverable,
  sealHeaders,
  unsealHeaders,
  webhookResource,
  withStoredSecrets,
} from '../model/webhook/resource.ts';
import type { ResolvedAddresses } from './create.ts';
import { moveTo } from './set-status.ts';

/**
 * Replaces the fields of a webhook, its list of events included. A mask that a read showed keeps the secret. Contract: Webhook subscription.
 * @throws NOT_FOUND; VALIDATION_FAILED at `url` for an address in a private network
 */
export async function updateWebhook(
  scope: WriteScope,
  { id, status, addresses, ...given }: WebhookUpdate & ResolvedAddresses,
): Promise<WebhookSnapshot> {
  const before = await findWebhook(scope, id, 'update');
  const { headers, ...input } = withStoredSecrets(given, before);
  requireDeliverable(scope, input.url, addresses);
  // The same headers sealed again would differ, and count as a change.
  const isSame = JSON.stringify(headers) === JSON.stringify(unsealHeaders(before));
  const after = await change(scope, webhookResource, before, {
    ...input,
    description: input.description ?? null,
    sealedHeaders: isSame ? undefined : sealHeaders(id, headers),
  });
  return presentOne(scope, webhookResource, await moveTo(scope, after, status));
}
