import type { ListDefinition } from '@/components/table/list-definition.ts';
import { announcementKinds } from '@/server/contract/portal/announcement-values.ts';
import { kindLabels } from './labels.ts';

export const announcementList: ListDefinition = {
  resource: 'announcements',
  noun: { one: 'announcement', many: 'announcements' },
  search: 'Text',
  created: 'Announced',
  filters: [
    {
      kind: 'enum',
      key: 'kind',
      label: 'About',
      options: announcementKinds.map((value) => ({ value, label: kindLabels[value] })),
    },
    { kind: 'boolean', key: 'open', label: 'Outage', yes: 'Not over', no: 'Over, or no outage' },
  ],
};
