import { and, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { demarcationPoint } from '../../../drizzle/schema/demarcation-point.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import type { addresses, labelsQuery, phones } from '../../contract/portal/labels.ts';
import { isOneOf } from '../../db/statement.ts';
import { owned } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { demarcationPointResource } from '../model/demarcation-point/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

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

/** The phone numbers of subscribers. Those of erased ones are left out. */
export async function phonesOf(
  scope: Scope,
  { ids }: z.output<typeof labelsQuery>,
): Promise<z.output<typeof phones>> {
  const found = await scope.db
    .select({ id: subscriber.id, phone: subscriber.phone })
    .from(subscriber)
    .where(and(owned(scope, subscriberResource), isOneOf(subscriber.id, ids), isNull(subscriber.erasedAt)));
  return Object.fromEntries(found.map(({ id, phone }) => [id, phone]));
}
