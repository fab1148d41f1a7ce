import type { ListDefinition } from '@/components/data/list-definition.ts';

export const integrationList: ListDefinition = {
  resource: 'integrations',
  noun: { one: 'integration', many: 'integrations' },
  filters: [],
};
