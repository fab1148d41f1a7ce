import type { ListDefinition } from '@/components/table/list-definition.ts';
import { eventTypes } from '@/server/contract/event-catalogue.ts';

export const eventList: ListDefinition = {
  resource: 'events',
  path: '/developers/events',
  noun: { one: 'event', many: 'events' },
  search: 'Event, resource or correlation ID',
  created: 'Occurred',
  filters: [
    {
      kind: 'enum',
      key: 'type',
      label: 'Type',
      options: eventTypes.map((value) => ({ value, label: value })),
      isAnyOf: true,
    },
    { kind: 'text', key: 'resourceId', label: 'Resource ID', placeholder: 'sub_…' },
    { kind: 'text', key: 'correlationId', label: 'Correlation ID', placeholder: '5f0c4a52-…' },
  ],
};
