import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import type { IntegrationValues } from './integration-fields.tsx';

/** Rows of a map, those without a left side left out. */
function mapOf(rows: { from: string; to: string }[]): Record<string, string> {
  const named = rows.map(({ from, to }) => [from.trim(), to.trim()] as const).filter(([from]) => from !== '');
  return Object.fromEntries(named);
}

/** The form as the API takes it. */
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
