import { and, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { demarcationPoint } from '../../../drizzle/schema/demarcation-point.ts';
import type { addresses, labelsQuery } from '../../contract/portal/labels.ts';
import { isOneOf } from '../../db/statement.ts';
import { owned } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { demarcationPointResource } from '../model/demarcation-point/resource.ts';

/** The addresses of demarcation points, one line each. Points without an address are left out. */
export async function addressesOf(
  scope: Scope,
  { ids }: z.output<typeof labelsQuery>,
): Promise<z.output<typeof addresses>> {
  const { street, postalCode, city } = demarcationPoint;
  const found = await scope.db
    .select({
      id: demarcationPoint.id,
      address: sql<string>`concat_ws(', ', ${street}, nullif(concat_ws(' ', ${postalCode}, ${city}), ''))`,
    })
    .from(demarcationPoint)
    .where(and(owned(scope, demarcationPointResource), isOneOf(demarcationPoint.id, ids)));
  return Object.fromEntries(found.flatMap(({ id, address }) => (address ? [[id, address]] : [])));
}
