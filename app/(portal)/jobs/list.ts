import type { ListDefinition } from '@/components/table/list-definition.ts';
import { jobStatuses } from '@/server/contract/portal/job-values.ts';
import { jobKindLabels, jobStatusLabels } from './labels.ts';

export const jobList: ListDefinition = {
  resource: 'jobs',
  title: 'Imports and jobs',
  noun: { one: 'job', many: 'jobs' },
  search: 'File or person',
  created: 'Started',
  filters: [
    {
      kind: 'enum',
      key: 'kind',
      label: 'Kind',
      options: Object.entries(jobKindLabels).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: jobStatuses.map((value) => ({ value, label: jobStatusLabels[value] })),
    },
  ],
};
