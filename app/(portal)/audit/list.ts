import { humanize } from '@/components/format/status-badge.tsx';
import type { FilterOption, ListDefinition } from '@/components/table/list-definition.ts';
import { COUNTED_TO } from '@/server/contract/api-request-values.ts';
import { auditedFields } from '@/server/contract/portal/audit-values.ts';
import { actorTypeNames, resourceTypeNames, verbNames } from './labels.ts';

const optionsOf = (names: Record<string, string>): FilterOption[] =>
  Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));

type Actors = { staff: FilterOption[]; programs: FilterOption[] };

/**
 * @param actors who can act, by name
 * @param seesStaff whether the reader sees entries about staff
 */
export function auditList({ staff, programs }: Actors, seesStaff: boolean): ListDefinition {
  const { staffUser: _staff, invitation: _invitation, ...resources } = resourceTypeNames;
  return {
    resource: 'audit',
    title: 'Audit',
    noun: { one: 'entry', many: 'entries' },
    search: 'Resource or correlation ID',
    created: 'When',
    countedTo: COUNTED_TO,
    filters: [
      { kind: 'enum', key: 'actorType', label: 'By', options: optionsOf(actorTypeNames) },
      { kind: 'enum', key: 'staffId', label: 'Person', options: staff },
      { kind: 'enum', key: 'programId', label: 'Key or integration', options: programs },
      {
        kind: 'enum',
        key: 'resourceType',
        label: 'About',
        options: optionsOf(seesStaff ? resourceTypeNames : resources),
      },
      { kind: 'enum', key: 'verb', label: 'Action', options: optionsOf(verbNames) },
      {
        kind: 'enum',
        key: 'changed',
        label: 'Changed',
        options: auditedFields.map((value) => ({ value, label: humanize(value) })),
      },
      { kind: 'text', key: 'correlationId', label: 'Correlation ID', placeholder: '5f0c4a52-…' },
    ],
  };
}
