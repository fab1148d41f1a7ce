import type { ListDefinition } from '@/components/table/list-definition.ts';

export const sessionList: ListDefinition = {
  resource: 'network-sessions',
  path: '/network',
  title: 'Network',
  noun: { one: 'session', many: 'sessions' },
  search: 'Subscriber, username, IP or MAC address',
  created: 'Started',
  filters: [
    { kind: 'text', key: 'address', label: 'Address', placeholder: 'IPv4, IPv6 or MAC' },
    { kind: 'day', key: 'at', label: 'Online at', withTime: true },
    { kind: 'boolean', key: 'active', label: 'Online', yes: 'Online', no: 'Ended' },
    { kind: 'boolean', key: 'throttled', label: 'Throttled', yes: 'Throttled', no: 'At full speed' },
    { kind: 'text', key: 'username', label: 'Username', placeholder: 'k3n7…' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'record', key: 'subscriptionId', label: 'Subscription', of: 'subscription' },
  ],
};
