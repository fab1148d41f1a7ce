import { deliveryId, deliveryList, deliveryListOfAll, deliveryPage, deliverySnapshot } from '../delivery.ts';
import { refuse } from '../errors.ts';
import { portalRead, rest } from '../operation.ts';
import { deliveryCounts, deliveryListAll, deliveryRequest } from '../portal/delivery.ts';
import { webhookId } from '../webhook.ts';

const webhookDisabled = refuse('CONFLICT', {
  field: 'id',
  message: 'The webhook is disabled. Enable it first.',
});

export const deliveryOperations = {
  list: rest('GET', '/v1/webhooks/{id}/deliveries', {
    summary: 'List the deliveries of a webhook',
    description: 'The deliveries of one webhook with their attempts, the newest first.',
    sdk: 'deliveries.list',
    permission: 'read',
    input: deliveryList,
    output: deliveryPage,
  }),
  allDeliveries: rest('GET', '/v1/deliveries', {
    summary: 'List the deliveries to all webhooks',
    description: 'The deliveries to all webhooks with their attempts, the newest first.',
    sdk: 'deliveries.listAll',
    permission: 'read',
    input: deliveryListOfAll,
    output: deliveryPage,
    tag: 'webhooks',
  }),
  listAll: portalRead({ permission: 'read', input: deliveryListAll, output: deliveryPage }),
  counts: portalRead({ permission: 'read', input: webhookId, output: deliveryCounts }),
  get: rest('GET', '/v1/webhooks/{id}/deliveries/{deliveryId}', {
    summary: 'Read a delivery',
    description: 'One delivery with its attempts of the last 30 days.',
    sdk: 'deliveries.retrieve',
    permission: 'read',
    input: deliveryId,
    output: deliverySnapshot,
  }),
  resend: rest('POST', '/v1/webhooks/{id}/deliveries/{deliveryId}/resend', {
    summary: 'Resend a delivery',
    description: 'Sends the same bytes again at once. The number of the attempt goes on.',
    sdk: 'deliveries.resend',
    permission: 'developers:write',
    input: deliveryId,
    output: deliverySnapshot,
    hasDryRun: false,
    errors: ['CONFLICT'],
    refusals: { CONFLICT: webhookDisabled },
  }),
  request: portalRead({ permission: 'read', input: deliveryId, output: deliveryRequest }),
};
