import type { ListDefinition } from '@/components/table/list-definition.ts';

export const sessionList: ListDefinition = {
  resource: 'network-sessions',
  path: '/network',
  noun: { one: 'session', many: 'sessions' },
  created: 'Since',
  filters: [
    { kind: 'boolean', key: 'active', label: 'Online', yes: 'Online now', no: 'Ended' },
    { kind: 'boolean', key: 'throttled', label: 'Throttled', yes: 'Throttled', no: 'At full speed' },
    { kind: 'text', key: 'username', label: 'Network name', placeholder: 'k3n7…' },
    { kind: 'text', key: 'subscriberId', label: 'Subscriber id', placeholder: 'sub_…' },
    { kind: 'text', key: 'subscriptionId', label: 'Subscription id', placeholder: 'sbn_…' },
  ],
};
