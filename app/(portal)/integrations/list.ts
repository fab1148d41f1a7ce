import type { ListDefinition } from '@/components/table/list-definition.ts';

export const integrationList: ListDefinition = {
  resource: 'integrations',
  noun: { one: 'integration', many: 'integrations' },
  search: 'Name',
  filters: [{ kind: 'boolean', key: 'failing', label: 'Health', yes: 'Failing', no: 'Not failing' }],
};
