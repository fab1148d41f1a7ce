import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import type { IntegrationValues } from './integration-fields.tsx';

/** The rows as a map, without rows that have no external id. */
function mapOf(rows: { from: string; to: string }[]): Record<string, string> {
  const named = rows.map(({ from, to }) => [from.trim(), to.trim()] as const).filter(([from]) => from !== '');
  return Object.fromEntries(named);
}

/** The request of the form. */
export function integrationRequest(values: IntegrationValues) {
  const { name, adapter, externalPartnerId, signing, freeImmediateUpgrade, status } = values;
  return {
    name,
    adapter: adapter as IntegrationSnapshot['adapter'],
    signing,
    freeImmediateUpgrade,
    tariffMap: mapOf(values.tariffMap),
    poolMap: mapOf(values.poolMap),
    ...(externalPartnerId.trim() && { externalPartnerId }),
    ...(values.defaultDemarcationPointId && { defaultDemarcationPointId: values.defaultDemarcationPointId }),
    ...(status && { status }),
  };
}
