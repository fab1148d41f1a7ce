import { inboundEventOperations } from '../../contract/operations/inbound-event.ts';
import { integrationOperations } from '../../contract/operations/integration.ts';
import { outboundSyncOperations } from '../../contract/operations/outbound-sync.ts';
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
import { patchIntegration, updateIntegration } from '../../domain/integration/update.ts';
import { resolveTarget } from '../../webhooks/guard.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const integrationRouter = routerOf(integrationOperations, {
  list: read(listIntegrations),
  listAll: read(listIntegrations),
  health: read(integrationsHealth),
  contact: read(getIntegrationContact),
  get: read(getIntegration),
  create: write(createIntegration, { secret: true }),
  update: write(updateIntegration),
  patch: write(patchIntegration),
  delete: write(deleteIntegration),
  rotateSecret: write(rotateIntegrationSecret, { secret: true }),
  revokeSecret: write(revokeIntegrationSecret),
});

export const inboundEventRouter = routerOf(inboundEventOperations, {
  list: read(listInboundEvents),
  listAll: read(listInboundEvents),
  counts: read(countInboundEvents),
  get: read(getInboundEvent),
  retry: write(retryInboundEvent),
});

const setResolved = write(setOutboundSync);

/** Outbound sync has no route in the REST API. */
export const outboundSyncRouter = routerOf(outboundSyncOperations, {
  get: read(getOutboundSync),
  set: async ({ ctx, input }) => {
    const addresses = await resolveTarget(input.baseUrl, ctx.livemode);
    return setResolved({ ctx, input: { ...input, addresses } });
  },
  remove: write(removeOutboundSync),
});
