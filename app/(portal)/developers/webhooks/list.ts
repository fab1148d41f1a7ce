import type { ListDefinition } from '@/components/data/list-definition.ts';

export const webhookList: ListDefinition = {
  resource: 'webhooks',
  path: '/developers/webhooks',
  noun: { one: 'webhook', many: 'webhooks' },
  filters: [],
  defaultSort: 'createdAt',
};
