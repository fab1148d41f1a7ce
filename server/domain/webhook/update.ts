import type { z } from 'zod';
import {
  type WebhookSnapshot,
  type WebhookUpdate,
  type webhookPatch,
  webhookUpdate,
} from '../../contract/webhook.ts';
import { change, shown } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { patched } from '../model/patched.ts';
import { replacing } from '../model/replacing.ts';
import {
  findWebhook,
  requireDeliverable,
  sealHeaders,
  unsealHeaders,
  type WebhookRow,
  webhookResource,
  withStoredSecrets,
} from '../model/webhook/resource.ts';
import type { ResolvedAddresses } from './create.ts';
import { moveTo } from './set-status.ts';

/**
 * Replaces the fields of a webhook, its list of events included. A mask that a read showed keeps the secret. Contract: Webhook
 * subscription.
 * @throws NOT_FOUND; VALIDATION_FAILED at `url` for an address in a private network
 */
export async function updateWebhook(
  scope: WriteScope,
  input: WebhookUpdate & ResolvedAddresses,
): Promise<WebhookSnapshot> {
  return replace(scope, await findWebhook(scope, input.id, 'update'), input);
}

async function replace(
  scope: WriteScope,
  before: WebhookRow,
  { id, status, addresses, ...given }: WebhookUpdate & ResolvedAddresses,
): Promise<WebhookSnapshot> {
  const { headers, ...input } = withStoredSecrets(given, before);
  requireDeliverable(scope, input.url, addresses);
  // The same headers sealed again would differ, and count as a change.
  const isSame = JSON.stringify(headers) === JSON.stringify(unsealHeaders(before));
  const after = await change(scope, webhookResource, before, {
    ...replacing(input, { description: null, apiVersion: undefined }),
    sealedHeaders: isSame ? undefined : sealHeaders(id, headers),
  });
  return presentOne(scope, webhookResource, await moveTo(scope, after, status));
}

/**
 * Changes the given fields, as the replacement with the others as they are. Contract: Changing part of a resource.
 * @throws as `updateWebhook`
 */
export async function patchWebhook(
  scope: WriteScope,
  { addresses, ...given }: z.output<typeof webhookPatch> & ResolvedAddresses,
): Promise<WebhookSnapshot> {
  const before = await findWebhook(scope, given.id, 'update');
  // A replacement keeps both where it omits them.
  const current = { ...shown(webhookResource, before), status: undefined, apiVersion: undefined };
  return replace(scope, before, { ...patched(webhookUpdate, current, given), addresses });
}
