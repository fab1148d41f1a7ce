import { z } from 'zod';
import {
  deliveryCounts,
  deliveryId,
  deliveryList,
  deliveryListAll,
  deliveryPage,
  deliveryRequest,
  deliverySnapshot,
} from '../../contract/delivery.ts';
import { idOutput } from '../../contract/primitives.ts';
import {
  webhookCreate,
  webhookHealth,
  webhookId,
  webhookList,
  webhookListAll,
  webhookPage,
  webhookReplay,
  webhookReplayable,
  webhookReplayed,
  webhookResent,
  webhookSnapshot,
  webhookStatusChange,
  webhookTest,
  webhookUpdate,
  webhookWithSecret,
} from '../../contract/webhook.ts';
import { countDeliveries, getDelivery, listDeliveries } from '../../domain/delivery/read.ts';
import { deliveryRequestOf } from '../../domain/delivery/request.ts';
import { resendDelivery } from '../../domain/delivery/resend.ts';
import { resendFailed } from '../../domain/delivery/resend-failed.ts';
import { createWebhook, type ResolvedAddresses } from '../../domain/webhook/create.ts';
import { deleteWebhook } from '../../domain/webhook/delete.ts';
import { webhooksHealth } from '../../domain/webhook/health.ts';
import { getWebhook, listWebhooks } from '../../domain/webhook/read.ts';
import { replayableEvents, replayEvents } from '../../domain/webhook/replay.ts';
import { rotateWebhookSecret } from '../../domain/webhook/rotate-secret.ts';
import { sendTestEvent } from '../../domain/webhook/send-test.ts';
import { setWebhookStatus } from '../../domain/webhook/set-status.ts';
import { updateWebhook } from '../../domain/webhook/update.ts';
import { resolveTarget } from '../../webhooks/guard.ts';
import type { ApiContext } from '../context.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

const all = '/v1/webhooks';
const one = `${all}/{id}` as const;
const deliveries = `${one}/deliveries` as const;
const delivery = `${deliveries}/{deliveryId}` as const;

const deleted = z.object({ id: idOutput('webhook'), deleted: z.literal(true) });

type Call<I> = { ctx: ApiContext; input: I };

/** Resolves the host of the URL before the transaction, which may not wait for the network. */
function withResolvedAddresses<I extends { url: string }, O>(
  mutation: (call: Call<I & ResolvedAddresses>) => Promise<O>,
) {
  return async ({ ctx, input }: Call<I>): Promise<O> => {
    const addresses = await resolveTarget(input.url, ctx.livemode);
    return mutation({ ctx, input: { ...input, addresses } });
  };
}

export const webhookRouter = router({
  list: procedure('read')
    .meta(rest('GET', all, 'List webhooks'))
    .input(webhookList)
    .output(webhookPage)
    .query(read(listWebhooks)),
  /** Portal only. */
  listAll: procedure('read').input(webhookListAll).output(webhookPage).query(read(listWebhooks)),
  get: procedure('read')
    .meta(rest('GET', one, 'Read a webhook'))
    .input(webhookId)
    .output(webhookSnapshot)
    .query(read(getWebhook)),
  create: procedure('developers:write')
    .meta(rest('POST', all, 'Register a webhook', { status: 201, errors: ['CONFLICT'] }))
    .input(webhookCreate)
    .output(webhookWithSecret)
    .mutation(withResolvedAddresses(write(createWebhook, { secret: true }))),
  update: procedure('developers:write')
    .meta(rest('PUT', one, 'Replace a webhook'))
    .input(webhookUpdate)
    .output(webhookSnapshot)
    .mutation(withResolvedAddresses(write(updateWebhook, { secret: true }))),
  delete: procedure('developers:write')
    .meta(rest('DELETE', one, 'Delete a webhook'))
    .input(webhookId)
    .output(deleted)
    .mutation(write(deleteWebhook)),
  rotateSecret: procedure('developers:write')
    .meta(rest('POST', `${one}/rotate-secret`, 'Rotate the secret of a webhook'))
    .input(webhookId)
    .output(webhookWithSecret)
    .mutation(write(rotateWebhookSecret, { secret: true })),
  test: procedure('developers:write')
    .meta(
      rest('POST', `${one}/test`, 'Send a test event to a webhook', {
        errors: ['CONFLICT'],
        dryRun: false,
        description:
          "The documented example of the event, with `X-Service-Test: true`. It is in the webhook's deliveries, not in the list of events.",
      }),
    )
    .input(webhookTest)
    .output(webhookSnapshot)
    .mutation(write(sendTestEvent, { secret: true })),
  replay: procedure('developers:write')
    .meta(
      rest('POST', `${one}/replay`, 'Replay past events to a webhook', {
        errors: ['CONFLICT'],
        dryRun: false,
      }),
    )
    .input(webhookReplay)
    .output(webhookReplayed)
    .mutation(write(replayEvents)),
  /** Portal only. */
  health: procedure('read').output(z.array(webhookHealth)).query(read(webhooksHealth)),
  /** Portal only. */
  replayable: procedure('read').input(webhookReplay).output(webhookReplayable).query(read(replayableEvents)),
  /** Portal only. */
  setStatus: procedure('developers:write')
    .meta({ hasDryRun: true })
    .input(webhookStatusChange)
    .output(webhookSnapshot)
    .mutation(write(setWebhookStatus, { secret: true })),
  /** Portal only. */
  resendFailed: procedure('developers:write')
    .input(webhookId)
    .output(webhookResent)
    .mutation(write(resendFailed)),
});

export const deliveryRouter = router({
  list: procedure('read')
    .meta(rest('GET', deliveries, 'List the deliveries of a webhook'))
    .input(deliveryList)
    .output(deliveryPage)
    .query(read(listDeliveries)),
  /** Portal only. */
  listAll: procedure('read').input(deliveryListAll).output(deliveryPage).query(read(listDeliveries)),
  /** Portal only. */
  counts: procedure('read').input(webhookId).output(deliveryCounts).query(read(countDeliveries)),
  get: procedure('read')
    .meta(rest('GET', delivery, 'Read a delivery'))
    .input(deliveryId)
    .output(deliverySnapshot)
    .query(read(getDelivery)),
  resend: procedure('developers:write')
    .meta(rest('POST', `${delivery}/resend`, 'Resend a delivery', { errors: ['CONFLICT'], dryRun: false }))
    .input(deliveryId)
    .output(deliverySnapshot)
    .mutation(write(resendDelivery)),
  /** Portal only. */
  request: procedure('read').input(deliveryId).output(deliveryRequest).query(read(deliveryRequestOf)),
});
