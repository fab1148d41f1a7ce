import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { scheduleDRow } from '../../../drizzle/schema/schedule-d.ts';
import { present } from '../../contract/present.ts';
import { type scheduleDList, scheduleDRowSnapshot } from '../../contract/provider.ts';
import type { Scope } from '../../work/scope.ts';

const sortable = {
  createdAt: scheduleDRow.createdAt,
  updatedAt: scheduleDRow.updatedAt,
  minSpeedMbps: scheduleDRow.minSpeedMbps,
  floorAmount: [scheduleDRow.currency, scheduleDRow.floorAmount],
  effectiveFrom: scheduleDRow.effectiveFrom,
};

/** All rows of Schedule D, future and replaced ones included. They belong to no provider. Contract: Schedule D. */
export async function listScheduleD(scope: Scope, input: z.output<typeof scheduleDList>) {
  const where = and(
    input.planType ? eq(scheduleDRow.planType, input.planType) : undefined,
    input.currency ? eq(scheduleDRow.currency, input.currency) : undefined,
    input.createdAfter ? gte(scheduleDRow.createdAt, input.createdAfter) : undefined,
    input.createdBefore ? lt(scheduleDRow.createdAt, input.createdBefore) : undefined,
  );
  const direction = input.sort.startsWith('-') ? desc : asc;
  const keys = [sortable[input.sort.replace(/^-/, '') as keyof typeof sortable]].flat();
  const [[count], rows] = await Promise.all([
    scope.db.select({ n: sql<string>`count(*)` }).from(scheduleDRow).where(where),
    scope.db
      .select()
      .from(scheduleDRow)
      .where(where)
      .orderBy(...[...keys, scheduleDRow.id].map((key) => direction(key)))
      .limit(input.limit)
      .offset((input.page - 1) * input.limit),
  ]);
  const total = Number(count?.n ?? 0);
  return {
    data: rows.map((row) => present(scheduleDRowSnapshot, row)),
    meta: { page: input.page, limit: input.limit, total, totalPages: Math.ceil(total / input.limit) },
  };
}
