import type { z } from 'zod';
import { inboundEvent } from '../../../drizzle/schema/integration.ts';
import type { InboundEventSnapshot, inboundEventList } from '../../contract/integration.ts';
import type { Page } from '../../contract/paging.ts';
import type { Scope } from '../../db/scope.ts';
import { findIntegration } from '../integration/resource.ts';
import { defineList, equals } from '../list.ts';
import { inboundEventResource } from './resource.ts';

const list = defineList<typeof inboundEventResource, z.output<typeof inboundEventList>>(
  inboundEventResource,
  {
    filters: { id: equals(inboundEvent.integrationId), status: equals(inboundEvent.status) },
    sortable: { receivedAt: inboundEvent.receivedAt },
  },
);

/**
 * What an integration sent, newest first. Contract: Lists.
 * @throws NOT_FOUND for the integration
 */
export async function listInboundEvents(
  scope: Scope,
  input: z.output<typeof inboundEventList>,
): Promise<Page<InboundEventSnapshot>> {
  await findIntegration(scope, input.id);
  return list(scope, input);
}
