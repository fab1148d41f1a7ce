import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { demarcationPoint } from '../../../drizzle/schema/demarcation-point.ts';
import { plan } from '../../../drizzle/schema/plan.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { invalid, type Refusal } from '../../contract/errors.ts';
import { parsePhone } from '../../contract/phone.ts';
import type { Scope } from '../../db/scope.ts';

type Referred = {
  /** In texts: "subscriber". */
  noun: string;
  id: PgColumn;
  providerId: PgColumn;
  where: (value: string) => SQL | undefined;
};

/** What a reference of a file may be, by the field. An id goes before a name. */
const referred: Record<string, Referred> = {
  subscriberId: {
    noun: 'subscriber',
    id: subscriber.id,
    providerId: subscriber.providerId,
    where: (value) =>
      or(
        eq(subscriber.externalUserId, value),
        eq(subscriber.email, value.toLowerCase()),
        eq(subscriber.phone, parsePhone(value, null) ?? value),
      ),
  },
  planId: {
    noun: 'plan',
    id: plan.id,
    providerId: plan.providerId,
    where: (value) => and(sql`lower(${plan.planName}) = ${value.toLowerCase()}`, ne(plan.status, 'deleted')),
  },
  demarcationPointId: {
    noun: 'demarcation point',
    id: demarcationPoint.id,
    providerId: demarcationPoint.providerId,
    where: (value) => sql`lower(${demarcationPoint.name}) = ${value.toLowerCase()}`,
  },
};

/**
 * The input with ids in place of references.
 * @throws VALIDATION_FAILED with a reason for each reference that finds nothing, or more than one
 */
export async function withIds(
  scope: Scope,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const found = { ...input };
  const faults: Parameters<typeof invalid>[0] = [];
  for (const [field, { noun, id, providerId, where }] of Object.entries(referred)) {
    const value = input[field];
    if (typeof value !== 'string') continue;
    const ids = await scope.db
      .select({ id })
      .from(id.table)
      .where(and(eq(providerId, scope.providerId), or(eq(id, value), where(value))))
      .limit(3);
    const exact = ids.find((row) => row.id === value) ?? (ids.length === 1 ? ids[0] : undefined);
    if (exact) found[field] = exact.id;
    else {
      const message =
        ids.length > 1
          ? `“${value}” is more than one ${noun}. Use the id.`
          : `There is no ${noun} “${value}”.`;
      faults.push({ field, code: ids.length > 1 ? 'INVALID_VALUE' : 'NOT_FOUND', message });
    }
  }
  if (faults.length > 0) throw invalid(faults) satisfies Refusal;
  return found;
}
