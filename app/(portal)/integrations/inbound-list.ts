import type { ListDefinition } from '@/components/table/list-definition.ts';
import { inboundStatuses } from '@/server/contract/enums.ts';
import { outcomeNameOf } from './labels.ts';

/** The inbound events of one integration. */
export function inboundListOf(integrationId: string): ListDefinition {
  return {
    resource: `integrations/${integrationId}/inbound-events`,
    path: `/integrations/${integrationId}`,
    noun: { one: 'inbound event', many: 'inbound events' },
    search: 'Service, subscriber or ID',
    created: 'Received',
    defaultSort: '-receivedAt',
    filters: [
      {
        kind: 'enum',
        key: 'status',
        label: 'Status',
        options: inboundStatuses.map((value) => ({
          value,
          label: outcomeNameOf({ status: value, reason: null }),
        })),
        isAnyOf: true,
      },
      { kind: 'text', key: 'event', label: 'Event', placeholder: 'service.updated' },
    ],
  };
}
