import { refuse } from '../errors.ts';
import { inboundEvent } from '../examples/developers.ts';
import {
  inboundEventList,
  inboundEventPage,
  inboundEventRetry,
  inboundEventSnapshot,
  integrationId,
} from '../integration.ts';
import { portalRead, rest } from '../operation.ts';
import { inboundEventCounts, inboundEventDetail, inboundEventListAll } from '../portal/integration.ts';

export const inboundEventOperations = {
  list: rest('GET', '/v1/integrations/{id}/inbound-events', {
    summary: 'List inbound events',
    description: 'The events that the integration received, the newest first.',
    sdk: 'inboundEvents.list',
    permission: 'read',
    input: inboundEventList,
    output: inboundEventPage,
  }),
  listAll: portalRead({ permission: 'read', input: inboundEventListAll, output: inboundEventPage }),
  counts: portalRead({ permission: 'read', input: integrationId, output: inboundEventCounts }),
  get: portalRead({ permission: 'read', input: inboundEventRetry, output: inboundEventDetail }),
  retry: rest('POST', '/v1/integrations/{id}/inbound-events/{inboundId}/retry', {
    summary: 'Retry a failed inbound event',
    description: 'Processes a failed event again, once its cause is fixed.',
    sdk: 'inboundEvents.retry',
    permission: 'developers:write',
    input: inboundEventRetry,
    output: inboundEventSnapshot,
    errors: ['CONFLICT'],
    refusals: { CONFLICT: refuse('CONFLICT', { message: 'This cannot be done while it is processed.' }) },
    answer: { ...inboundEvent, status: 'QUEUED' },
  }),
};
