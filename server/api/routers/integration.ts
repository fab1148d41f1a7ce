import { z } from 'zod';
import {
  inboundEventCounts,
  inboundEventDetail,
  inboundEventList,
  inboundEventListAll,
  inboundEventPage,
  inboundEventRetry,
  inboundEventSnapshot,
  integrationContact,
  integrationCreate,
  integrationHealth,
  integrationId,
  integrationList,
  integrationListAll,
  integrationPage,
  integrationSnapshot,
  integrationUpdate,
  integrationWithSecret,
} from '../../contract/integration.ts';
import { outboundSyncId, outboundSyncSet, outboundSyncSnapshot } from '../../contract/outbound-sync.ts';
import { idOutput } from '../../contract/primitives.ts';
import { countInboundEvents, getInboundEvent, listInboundEvents } from '../../domain/inbound-event/read.ts';
import { retryInboundEvent } from '../../domain/inbound-event/retry.ts';
import { getIntegrationContact } from '../../domain/integration/contact.ts';
import { createIntegration } from '../../domain/integration/create.ts';
import { deleteIntegration } from '../../domain/integration/delete.ts';
import { integrationsHealth } from '../../domain/integration/health.ts';
import {
  getOutboundSync,
  removeOutboundSync,
  setOutboundSync,
} from '../../domain/integration/outbound-sync.ts';
import { getIntegration, listIntegrations } from '../../domain/integration/read.ts';
import { revokeIntegrationSecret } from '../../domain/integration/revoke-secret.ts';
import { rotateIntegrationSecret } from '../../domain/integration/rotate-secret.ts';
import { updateIntegration } from '../../domain/integration/update.ts';
import { resolveTarget } from '../../webhooks/guard.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

const all = '/v1/integrations';
const one = `${all}/{id}` as const;
const inbound = `${one}/inbound-events` as const;

const deleted = z.object({ id: idOutput('integration'), deleted: z.literal(true) });

export const integrationRouter = router({
  list: procedure('read')
    .meta(rest('GET', all, 'List integrations'))
    .input(integrationList)
    .output(integrationPage)
    .query(read(listIntegrations)),
  /** Portal only. */
  listAll: procedure('read').input(integrationListAll).output(integrationPage).query(read(listIntegrations)),
  /** Portal only. */
  health: procedure('read').output(z.array(integrationHealth)).query(read(integrationsHealth)),
  /** Portal only. */
  contact: procedure('read')
    .input(integrationId)
    .output(integrationContact)
    .query(read(getIntegrationContact)),
  get: procedure('read')
    .meta(rest('GET', one, 'Read an integration'))
    .input(integrationId)
    .output(integrationSnapshot)
    .query(read(getIntegration)),
  create: procedure('developers:write')
    .meta(rest('POST', all, 'Create an integration', { status: 201 }))
    .input(integrationCreate)
    .output(integrationWithSecret)
    .mutation(write(createIntegration, { secret: true })),
  update: procedure('developers:write')
    .meta(rest('PUT', one, 'Replace an integration', { errors: ['IMMUTABLE'] }))
    .input(integrationUpdate)
    .output(integrationSnapshot)
    .mutation(write(updateIntegration)),
  delete: procedure('developers:write')
    .meta(rest('DELETE', one, 'Delete an integration'))
    .input(integrationId)
    .output(deleted)
    .mutation(write(deleteIntegration)),
  rotateSecret: procedure('developers:write')
    .meta(
      rest('POST', `${one}/rotate-secret`, 'Rotate the secret of an integration', { errors: ['CONFLICT'] }),
    )
    .input(integrationId)
    .output(integrationWithSecret)
    .mutation(write(rotateIntegrationSecret, { secret: true })),
  revokeSecret: procedure('developers:write')
    .meta(rest('DELETE', `${one}/secret`, 'Revoke the secret of an integration', { errors: ['CONFLICT'] }))
    .input(integrationId)
    .output(deleted)
    .mutation(write(revokeIntegrationSecret)),
});

export const inboundEventRouter = router({
  list: procedure('read')
    .meta(rest('GET', inbound, 'List inbound events'))
    .input(inboundEventList)
    .output(inboundEventPage)
    .query(read(listInboundEvents)),
  /** Portal only. */
  listAll: procedure('read')
    .input(inboundEventListAll)
    .output(inboundEventPage)
    .query(read(listInboundEvents)),
  /** Portal only. */
  counts: procedure('read').input(integrationId).output(inboundEventCounts).query(read(countInboundEvents)),
  get: procedure('read').input(inboundEventRetry).output(inboundEventDetail).query(read(getInboundEvent)),
  retry: procedure('developers:write')
    .meta(
      rest('POST', `${inbound}/{inboundId}/retry`, 'Retry a failed inbound event', { errors: ['CONFLICT'] }),
    )
    .input(inboundEventRetry)
    .output(inboundEventSnapshot)
    .mutation(write(retryInboundEvent)),
});

const setResolved = write(setOutboundSync);

/** Outbound sync has no route in the REST API. */
export const outboundSyncRouter = router({
  get: procedure('read').input(outboundSyncId).output(outboundSyncSnapshot).query(read(getOutboundSync)),
  set: procedure('developers:write')
    .input(outboundSyncSet)
    .output(outboundSyncSnapshot)
    // The host is resolved before the transaction, which must not wait for the network.
    .mutation(async ({ ctx, input }) => {
      const addresses = await resolveTarget(input.baseUrl, ctx.livemode);
      return setResolved({ ctx, input: { ...input, addresses } });
    }),
  remove: procedure('developers:write')
    .input(outboundSyncId)
    .output(outboundSyncSnapshot)
    .mutation(write(removeOutboundSync)),
});
