import type { z } from 'zod';
import { demarcationPoint } from '../../../drizzle/schema/demarcation-point.ts';
import type {
  DemarcationPointSnapshot,
  demarcationPointId,
  demarcationPointList,
} from '../../contract/demarcation-point.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { contains, equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { demarcationPointResource, searchedPoint } from '../model/demarcation-point/resource.ts';

/** @throws NOT_FOUND */
export async function getDemarcationPoint(
  scope: Scope,
  { id }: z.output<typeof demarcationPointId>,
): Promise<DemarcationPointSnapshot> {
  return presentOne(scope, demarcationPointResource, await find(scope, demarcationPointResource, id));
}

/** Demarcation points, retired ones included. Contract: Lists. */
export const listDemarcationPoints = defineList<
  typeof demarcationPointResource,
  z.output<typeof demarcationPointList>
>(demarcationPointResource, {
  filters: {
    status: equals(demarcationPoint.status),
    q: contains(searchedPoint),
  },
  sortable: { name: { text: demarcationPoint.name } },
});
