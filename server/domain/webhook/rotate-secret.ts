import type { z } from 'zod';
import { HOUR_MS, plus, realNow } from '../../clock.ts';
import { SECRET_OVERLAP_HOURS, type WebhookWithSecret, type webhookId } from '../../contract/webhook.ts';
import { newSigningSecret } from '../../sealed.ts';
import { change } from '../../state/record.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findWebhook, presentWithSecret, webhookResource } from '../model/webhook/resource.ts';

/**
 * Creates a new secret, which only this answer shows. The old secret signs too for 24 hours of real time. A second
 * rotation within that time ends the oldest at once. Contract: Webhook subscription.
 * @throws NOT_FOUND
 */
export async function rotateWebhookSecret(
  scope: WriteScope,
  { id }: z.output<typeof webhookId>,
): Promise<WebhookWithSecret> {
  const before = await findWebhook(scope, id, 'update');
  const { secret, ...kept } = newSigningSecret('whsec', id);
  const patch = {
    ...kept,
    sealedPreviousSecret: before.sealedSecret,
    previousSecretUntil: plus(realNow(), SECRET_OVERLAP_HOURS * HOUR_MS),
  };
  const after = await change(scope, webhookResource, before, patch, { action: 'webhook.rotate_secret' });
  return presentWithSecret(scope, after, secret);
}
