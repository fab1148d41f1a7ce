import type { FilterOption, ListDefinition } from '@/components/table/list-definition.ts';
import { COUNTED_TO, requestMethods, requestStatuses } from '@/server/contract/api-request-values.ts';
import { businessErrors, genericErrors, messageErrors } from '@/server/contract/errors.ts';

const options = (values: readonly string[]): FilterOption[] =>
  values.map((value) => ({ value, label: value }));

const errors = Object.keys({ ...genericErrors, ...businessErrors, ...messageErrors });

/** @param callers the credentials and integrations of the account, by name */
export function requestList(callers: FilterOption[] = []): ListDefinition {
  return {
    resource: 'requests',
    path: '/developers/requests',
    title: 'API requests',
    noun: { one: 'request', many: 'requests' },
    search: 'Path, request or correlation ID',
    created: 'Received',
    countedTo: COUNTED_TO,
    filters: [
      {
        kind: 'enum',
        key: 'outcome',
        label: 'Outcome',
        options: [{ value: 'refused', label: 'Refused or failed' }],
      },
      { kind: 'enum', key: 'method', label: 'Method', options: options(requestMethods) },
      { kind: 'enum', key: 'status', label: 'Status', options: options(requestStatuses) },
      { kind: 'text', key: 'path', label: 'Path', placeholder: '/v1/plans' },
      { kind: 'enum', key: 'callerId', label: 'Key or integration', options: callers },
      { kind: 'enum', key: 'error', label: 'Error', options: options(errors) },
      { kind: 'text', key: 'correlationId', label: 'Correlation ID', placeholder: '5f0c4a52-…' },
    ],
  };
}
