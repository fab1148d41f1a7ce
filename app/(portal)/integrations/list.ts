import type { ListDefinition } from '@/components/table/list-definition.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import type { IntegrationHealth } from '@/server/contract/portal/integration.ts';

export const integrationList: ListDefinition = {
  resource: 'integrations',
  noun: { one: 'integration', many: 'integrations' },
  search: 'Name',
  filters: [{ kind: 'boolean', key: 'failing', label: 'Health', yes: 'Failing', no: 'Not failing' }],
};

/** An integration with its health, which may be loaded later. */
export type WatchedIntegration = IntegrationSnapshot & { health?: IntegrationHealth };

export function withHealth(
  integrations: IntegrationSnapshot[],
  health: IntegrationHealth[] = [],
): WatchedIntegration[] {
  return integrations.map((one) => ({ ...one, health: health.find(({ id }) => id === one.id) }));
}
