import type { ListDefinition } from '@/components/table/list-definition.ts';
import { deliveryStatuses } from '@/server/contract/enums.ts';
import { eventTypes } from '@/server/contract/event-catalogue.ts';
import { deliveryStatusNames } from './labels.ts';

/** The deliveries of one webhook. */
export function deliveryListOf(webhookId: string): ListDefinition {
  return {
    resource: `webhooks/${webhookId}/deliveries`,
    path: `/developers/webhooks/${webhookId}`,
    noun: { one: 'delivery', many: 'deliveries' },
    search: 'Event, resource or correlation ID',
    created: 'Queued',
    filters: [
      {
        kind: 'enum',
        key: 'status',
        label: 'Status',
        options: deliveryStatuses.map((value) => ({ value, label: deliveryStatusNames[value] })),
        isAnyOf: true,
      },
      {
        kind: 'enum',
        key: 'eventType',
        label: 'Event',
        options: eventTypes.map((value) => ({ value, label: value })),
        isAnyOf: true,
      },
    ],
  };
}
