import { deliveryOperations } from '../../contract/operations/delivery.ts';
import { webhookOperations } from '../../contract/operations/webhook.ts';
import {
  countDeliveries,
  getDelivery,
  listAllDeliveries,
  listDeliveries,
} from '../../domain/delivery/read.ts';
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
import { patchWebhook, updateWebhook } from '../../domain/webhook/update.ts';
import { resolveTarget } from '../../webhooks/guard.ts';
import type { ApiContext } from '../context.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

type Call<I> = { ctx: ApiContext; input: I };

/** Resolves the host of a given URL before the transaction, which may not wait for the network. */
function withResolvedAddresses<I extends { url?: string | null | undefined }, O>(
  mutation: (call: Call<I & ResolvedAddresses>) => Promise<O>,
) {
  return async ({ ctx, input }: Call<I>): Promise<O> => {
    const addresses = input.url ? await resolveTarget(input.url, ctx.livemode) : [];
    return mutation({ ctx, input: { ...input, addresses } });
  };
}

export const webhookRouter = routerOf(webhookOperations, {
  list: read(listWebhooks),
  listAll: read(listWebhooks),
  get: read(getWebhook),
  create: withResolvedAddresses(write(createWebhook, { secret: true })),
  update: withResolvedAddresses(write(updateWebhook, { secret: true })),
  patch: withResolvedAddresses(write(patchWebhook, { secret: true })),
  delete: write(deleteWebhook),
  rotateSecret: write(rotateWebhookSecret, { secret: true }),
  test: write(sendTestEvent, { secret: true }),
  replay: write(replayEvents),
  health: read(webhooksHealth),
  replayable: read(replayableEvents),
  setStatus: write(setWebhookStatus, { secret: true }),
  resendFailed: write(resendFailed),
});

export const deliveryRouter = routerOf(deliveryOperations, {
  list: read(listDeliveries),
  allDeliveries: read(listAllDeliveries),
  listAll: read(listDeliveries),
  counts: read(countDeliveries),
  get: read(getDelivery),
  resend: write(resendDelivery),
  request: read(deliveryRequestOf),
});
