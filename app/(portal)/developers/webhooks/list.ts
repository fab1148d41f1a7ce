import type { ListDefinition } from '@/components/table/list-definition.ts';

export const webhookList: ListDefinition = {
  resource: 'webhooks',
  path: '/developers/webhooks',
  noun: { one: 'webhook', many: 'webhooks' },
  filters: [],
  defaultSort: 'createdAt',
};
