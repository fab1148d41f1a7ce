import { type SQL, sql } from 'drizzle-orm';
import { demarcationPoint } from '../../../../drizzle/schema/demarcation-point.ts';
import { demarcationPointSnapshot } from '../../../contract/demarcation-point.ts';
import { invalidValue, type Refusal } from '../../../contract/errors.ts';
import { defineResource, findOrNull } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';

export const demarcationPointResource = defineResource({
  name: 'demarcationPoint',
  object: null,
  table: demarcationPoint,
  snapshot: demarcationPointSnapshot,
});

/** The text that a search for demarcation points reads: the expression of the index `demarcation_point_search`. */
export const searchedPoint = sql.raw(
  `("name" || ' ' || coalesce("street", '') || ' ' || coalesce("city", '') || ' ' || coalesce("region", '') || ' ' || coalesce("nas_identifier", ''))`,
);

/**
 * A query of the ids of the provider's demarcation points that match a pattern of ILIKE. The statement has a placeholder
 * `providerId`.
 */
export function demarcationPointsLike(pattern: SQL): SQL {
  return sql`
    select ${demarcationPoint.id} from ${demarcationPoint}
    where ${demarcationPoint.providerId} = ${sql.placeholder('providerId')} and ${searchedPoint} ilike ${pattern}`;
}

/**
 * The refusal of a demarcation point that is unknown or RETIRED. The row is locked, so that it is not retired meanwhile.
 * Contract: Demarcation point.
 * @param field the field of the request that names it
 */
export async function pointFault(
  scope: Scope,
  id: string,
  field = 'demarcationPointId',
): Promise<Refusal | undefined> {
  const row = await findOrNull(scope, demarcationPointResource, id, 'share');
  if (!row) return invalidValue(field, 'There is no such demarcation point.');
  return row.status === 'RETIRED' ? invalidValue(field, 'The demarcation point is retired.') : undefined;
}
