import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { installationKinds, installationStatuses } from '@/server/contract/enums.ts';

const options = (values: readonly string[]) => values.map((value) => ({ value, label: humanize(value) }));

export const installationList: ListDefinition = {
  resource: 'installations',
  noun: { one: 'installation', many: 'installations' },
  search: 'Subscriber, address, technician or router',
  filters: [
    { kind: 'enum', key: 'status', label: 'Status', options: options(installationStatuses), isAnyOf: true },
    { kind: 'enum', key: 'kind', label: 'Kind', options: options(installationKinds) },
    { kind: 'boolean', key: 'isScheduled', label: 'Appointment', yes: 'Made', no: 'None yet' },
    { kind: 'days', key: 'scheduled', label: 'Appointment on', isAhead: true },
    { kind: 'days', key: 'windowEnds', label: 'Deadline', isAhead: true },
    { kind: 'text', key: 'technician', label: 'Technician', placeholder: 'Their name' },
    { kind: 'record', key: 'subscriptionId', label: 'Subscription', of: 'subscription' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
  ],
};
