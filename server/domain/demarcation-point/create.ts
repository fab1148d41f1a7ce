import type { DemarcationPointCreate, DemarcationPointSnapshot } from '../../contract/demarcation-point.ts';
import { create } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { demarcationPointResource } from '../model/demarcation-point/resource.ts';
import { storedMetadata } from '../model/metadata.ts';

/** Creates a demarcation point. Contract: Demarcation point. */
export async function createDemarcationPoint(
  scope: WriteScope,
  input: DemarcationPointCreate,
): Promise<DemarcationPointSnapshot> {
  const row = await create(scope, demarcationPointResource, {
    ...input,
    metadata: storedMetadata(input.metadata),
    status: input.status ?? 'AVAILABLE',
  });
  return presentOne(scope, demarcationPointResource, row);
}
