import type { z } from 'zod';
import { maskedUrl } from '../../contract/masked.ts';
import type { webhookId } from '../../contract/webhook.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findWebhook, sealHeaders, webhookResource } from '../model/webhook/resource.ts';

/**
 * Deletes a webhook and erases its secrets. Its pending deliveries are never sent.
 * @throws NOT_FOUND
 */
export async function deleteWebhook(scope: WriteScope, { id }: z.output<typeof webhookId>) {
  const row = await findWebhook(scope, id, 'update');
  await transition(scope, webhookResource, row, 'delete', {
    sealedSecret: '',
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    sealedHeaders: sealHeaders(id, []),
    url: maskedUrl(row.url),
  });
  return { id, deleted: true as const };
}
