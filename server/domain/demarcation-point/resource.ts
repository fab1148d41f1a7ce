import { demarcationPoint } from '../../../drizzle/schema/demarcation-point.ts';
import { demarcationPointSnapshot } from '../../contract/demarcation-point.ts';
import { invalidValue } from '../../contract/errors.ts';
import type { Scope } from '../../db/scope.ts';
import { defineResource, look, type Row } from '../../state/resource.ts';

export const demarcationPointResource = defineResource({
  name: 'demarcationPoint',
  object: null,
  table: demarcationPoint,
  snapshot: demarcationPointSnapshot,
});

/**
 * The demarcation point a subscription is to be attached to.
 * @throws VALIDATION_FAILED at `demarcationPointId` when the provider has none such, or it is retired
 */
export async function findAvailable(scope: Scope, id: string): Promise<Row<typeof demarcationPointResource>> {
  const row = await look(scope, demarcationPointResource, id, 'share');
  if (!row) throw invalidValue('demarcationPointId', 'There is no such demarcation point.');
  if (row.status === 'RETIRED') throw invalidValue('demarcationPointId', 'The demarcation point is retired.');
  return row;
}
