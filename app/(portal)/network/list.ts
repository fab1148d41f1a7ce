import type { ListDefinition } from '@/components/table/list-definition.ts';

export const sessionList: ListDefinition = {
  resource: 'network-sessions',
  path: '/network',
  title: 'Network',
  noun: { one: 'session', many: 'sessions' },
  created: 'Started',
  filters: [
    { kind: 'boolean', key: 'active', label: 'Online', yes: 'Online', no: 'Ended' },
    { kind: 'boolean', key: 'throttled', label: 'Throttled', yes: 'Throttled', no: 'At full speed' },
    { kind: 'text', key: 'username', label: 'Username', placeholder: 'k3n7…' },
    { kind: 'text', key: 'subscriberId', label: 'Subscriber ID', placeholder: 'sub_…' },
    { kind: 'text', key: 'subscriptionId', label: 'Subscription ID', placeholder: 'sbn_…' },
  ],
};
