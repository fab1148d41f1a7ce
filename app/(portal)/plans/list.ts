import type { ListDefinition } from '@/components/table/list-definition.ts';

export const planList: ListDefinition = {
  resource: 'plans',
  noun: { one: 'plan', many: 'plans' },
  search: 'Plan name',
  filters: [
    { kind: 'boolean', key: 'isDisabled', label: 'Status', yes: 'Disabled', no: 'Enabled' },
    { kind: 'text', key: 'currency', label: 'Currency', placeholder: 'KES' },
  ],
};
