import { and, asc, desc, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTableWithColumns } from 'drizzle-orm/pg-core';
import type { ListMeta, Page } from '../contract/paging.ts';
import type { Scope } from '../db/scope.ts';
import { columnsOf, owned, presentAll, type Resource, type Row, type Snapshot } from '../state/resource.ts';

type Paging = { page: number; limit: number; sort: string; createdAfter?: Date; createdBefore?: Date };

type ListOptions<I> = {
  /** Conditions that always hold. */
  always?: SQL;
  /** A condition for each filter; called only for those given. */
  filters?: { [F in Exclude<keyof I, keyof Paging>]?: (value: NonNullable<I[F]>) => SQL };
  /** Columns behind the names that `sort` offers beyond `createdAt` and `updatedAt`. */
  sortable?: Record<string, PgColumn>;
  /** Whether `row_count` keeps the total of this table, so that nobody has to count a million rows. */
  counted?: boolean;
};

/**
 * The list of a resource: the provider's rows, filtered and sorted, a page of snapshots and the total.
 * Ties are sorted by order of creation, which is the order of ids. Contract: "Lists".
 */
export function defineList<R extends Resource, I extends Paging>(resource: R, options: ListOptions<I>) {
  const listRows = defineRowList(resource, options);
  return async function list(scope: Scope, input: I): Promise<Page<Snapshot<R>>> {
    const { rows, meta } = await listRows(scope, input);
    return { data: await presentAll(scope, resource, rows), meta };
  };
}

/** The same for what is not shown by its snapshot: the rows themselves and the page's figures. */
export function defineRowList<R extends Resource, I extends Paging>(resource: R, options: ListOptions<I>) {
  const table = resource.table as unknown as PgTableWithColumns<never>;
  const columns: Record<string, PgColumn> = {
    createdAt: resource.table.createdAt,
    updatedAt: resource.table.updatedAt,
    ...options.sortable,
  };

  return async function listRows(scope: Scope, input: I): Promise<{ rows: Row<R>[]; meta: ListMeta }> {
    const narrowed = conditions(input);
    const where = and(owned(scope, resource), options.always, ...narrowed);
    const name = input.sort.replace(/^-/, '');
    const direction = input.sort.startsWith('-') ? desc : asc;
    const column = columns[name];
    if (!column) throw new Error(`${resource.name} cannot be sorted by ${name}`);
    const counted = options.counted && narrowed.length === 0;
    const [total, rows] = await Promise.all([
      counted ? keptTotal(scope, resource) : exactTotal(scope, resource, where),
      scope.db
        .select(columnsOf(resource) as never)
        .from(table)
        .where(where)
        .orderBy(direction(column), direction(resource.table.id))
        .limit(input.limit)
        .offset((input.page - 1) * input.limit) as unknown as Promise<Row<R>[]>,
    ]);
    return {
      rows,
      meta: { page: input.page, limit: input.limit, total, totalPages: Math.ceil(total / input.limit) },
    };
  };

  function conditions(input: I): SQL[] {
    const found: SQL[] = [];
    if (input.createdAfter) found.push(gte(resource.table.createdAt, input.createdAfter));
    if (input.createdBefore) found.push(lt(resource.table.createdAt, input.createdBefore));
    for (const [field, condition] of Object.entries(options.filters ?? {})) {
      const value = (input as Record<string, unknown>)[field];
      if (value !== undefined) found.push((condition as (value: unknown) => SQL)(value));
    }
    return found;
  }
}

async function exactTotal(scope: Scope, resource: Resource, where: SQL | undefined): Promise<number> {
  const [row] = await scope.db.select({ n: sql<string>`count(*)` }).from(resource.table).where(where);
  return Number(row?.n ?? 0);
}

async function keptTotal(scope: Scope, resource: Resource): Promise<number> {
  const [row] = await scope.db.execute<{ n: string | null }>(
    sql`select sum(n) as n from row_count
        where provider_id = ${scope.providerId} and resource = ${tableName(resource)}`,
  );
  return Number(row?.n ?? 0);
}

function tableName(resource: Resource): string {
  return resource.name;
}

/** `value` as a case-insensitive substring of `text`; its `%` and `_` mean themselves. */
export function contains(text: SQL, value: string): SQL {
  return sql`${text} ilike ${`%${value.replace(/[\\%_]/g, '\\$&')}%`}`;
}
