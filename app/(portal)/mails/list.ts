import type { ListDefinition } from '@/components/table/list-definition.ts';
import { mailKinds, mailStatuses } from '@/server/contract/enums.ts';
import { mailKindNames, mailStatusNames } from './words.ts';

export const mailOutbox: ListDefinition = {
  resource: 'mails',
  noun: { one: 'mail', many: 'mails' },
  created: 'Queued',
  filters: [
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: mailStatuses.map((value) => ({ value, label: mailStatusNames[value] })),
    },
    {
      kind: 'enum',
      key: 'kind',
      label: 'About',
      options: mailKinds.map((value) => ({ value, label: mailKindNames[value] })),
    },
    { kind: 'text', key: 'subscriberId', label: 'Subscriber id', placeholder: 'sub_…' },
  ],
};
