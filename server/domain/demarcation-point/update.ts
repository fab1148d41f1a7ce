import type { DemarcationPointSnapshot, DemarcationPointUpdate } from '../../contract/demarcation-point.ts';
import { change } from '../../state/record.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { demarcationPointResource } from '../model/demarcation-point/resource.ts';
import { patchedMetadata } from '../model/metadata.ts';

/**
 * Updates the given fields. Subscriptions stay attached to a retired demarcation point. Contract: Demarcation point.
 * @throws NOT_FOUND
 */
export async function updateDemarcationPoint(
  scope: WriteScope,
  { id, ...patch }: DemarcationPointUpdate,
): Promise<DemarcationPointSnapshot> {
  const before = await findForUpdate(scope, demarcationPointResource, id);
  const after = await change(scope, demarcationPointResource, before, {
    ...patch,
    metadata: patchedMetadata(before.metadata, patch.metadata),
  });
  return presentOne(scope, demarcationPointResource, after);
}
