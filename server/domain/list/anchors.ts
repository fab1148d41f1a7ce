import { and, asc, desc, eq, getTableName, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import { HOUR_MS, plus } from '../../clock.ts';
import { db } from '../../db/client.ts';
import type { Statement } from '../../db/statement.ts';
import { columnsOf, type Resource } from '../../state/resource.ts';
import { forEachAccount } from '../../work/for-each-account.ts';
import type { Scope } from '../../work/scope.ts';

const dialect = new PgDialect();

/** Rows from one anchor to the next. A page is deep from twice this number of rows on. */
const STRIDE = 250;

/** Younger rows get no anchor: an open transaction may still commit a row before them. */
const SETTLED_MS = HOUR_MS;

/** Whether a page starts so far from the front that an anchor is cheaper than reading all rows before it. */
export function isDeep(offset: number): boolean {
  return offset >= 2 * STRIDE;
}

const value = {
  providerId: sql.placeholder('providerId'),
  limit: sql`${sql.placeholder('limit')}::bigint`,
  offset: sql`${sql.placeholder('offset')}::bigint`,
};

type TimeById = { timeById?: boolean | undefined };

/** The columns of the order of creation, most significant first. */
function orderOf({ table: { createdAt, id } }: Resource, { timeById }: TimeById): PgColumn[] {
  return timeById ? [id] : [createdAt, id];
}

/**
 * The statement of a deep page of an unfiltered list in order of creation, each row with the total of the list after its
 * columns. The page is read from the nearest anchor or from the newest row, instead of past all rows before it.
 */
export function deepPageStatement(
  scope: Scope,
  resource: Resource,
  newestFirst: boolean,
  order: TimeById = {},
): Statement {
  const { id, providerId } = resource.table;
  const direction = newestFirst ? desc : asc;
  const page = scope.db
    .select({ ...columnsOf(resource), listTotal: sql`(select total from place)` })
    .from(resource.table)
    .where(
      and(
        eq(providerId, value.providerId),
        sql`${id} = any(case when (select from_anchor <= from_newest from place)
          then array(${skipTo(scope, resource, order, 'anchor')})
          else array(${skipTo(scope, resource, order, 'newest')}) end)`,
      ),
    )
    .orderBy(...orderOf(resource, order).map((key) => direction(key)));
  return dialect.sqlToQuery(sql`with ${placeOf(resource, newestFirst)} ${page}`);
}

/**
 * Where the page is: the total of the list, the rows that the page has, the last anchor before it, and the distances from
 * there and from the newest row. Positions count from the oldest row.
 */
function placeOf({ name }: Resource, newestFirst: boolean): SQL {
  const list = sql`provider_id = ${value.providerId} and resource = ${name}`;
  return sql`
    whole as (select coalesce(sum(n), 0)::bigint as total from row_count where ${list}),
    page as (select total, greatest(least(${value.limit}, total - ${value.offset}), 0) as taken from whole),
    span as (
      select total, taken, ${newestFirst ? sql`greatest(total - ${value.offset} - taken, 0)` : value.offset} as first
      from page
    ),
    place as materialized (
      select total, taken, created_at, id, first - coalesce(position, 0) as from_anchor,
        greatest(total - first - taken, 0) as from_newest
      from span left join lateral (
        select position, created_at, id from list_anchor
        where ${list} and position <= first order by position desc limit 1
      ) anchor on true
    )`;
}

/**
 * The ids of the page. An index-only scan skips the rows before it, because PostgreSQL would compute the computed columns of
 * every skipped row. Limit and offset are subqueries, because PostgreSQL would plan a statement with them as parameters
 * again at each execution.
 */
function skipTo(scope: Scope, resource: Resource, order: TimeById, begin: 'anchor' | 'newest'): SQL {
  const { createdAt, id, providerId } = resource.table;
  const direction = begin === 'anchor' ? asc : desc;
  const fromAnchor = order.timeById
    ? sql`${id} >= (select coalesce(id, '') from place)`
    : sql`(${createdAt}, ${id}) >= (
        (select coalesce(created_at, '-infinity') from place), (select coalesce(id, '') from place))`;
  const ids = scope.db
    .select({ id })
    .from(resource.table)
    .where(and(eq(providerId, value.providerId), begin === 'anchor' ? fromAnchor : undefined))
    .orderBy(...orderOf(resource, order).map((key) => direction(key)));
  return sql`${ids} limit (select taken from place) offset (select ${sql.identifier(`from_${begin}`)} from place)`;
}

/**
 * Adds the anchors of rows after the last anchor of each long list. It is safe to run twice or concurrently.
 * @param now real time
 * @returns the number of added anchors
 */
export async function extendAnchors(resources: readonly Resource[], now: Date): Promise<number> {
  let added = 0;
  for (const resource of resources) {
    await forEachAccount('extend anchors', await providersBehind(resource), async ({ providerId }) => {
      added += await extend(resource, providerId, plus(now, -SETTLED_MS));
    });
  }
  return added;
}

async function providersBehind(resource: Resource): Promise<{ providerId: string }[]> {
  return db().execute<{ providerId: string }>(sql`
    select c.provider_id as "providerId" from row_count c
    where c.resource = ${resource.name}
    group by c.provider_id
    having sum(c.n) > ${STRIDE} + coalesce(
      (select max(a.position) from list_anchor a
       where a.provider_id = c.provider_id and a.resource = ${resource.name}), 0)`);
}

async function extend(resource: Resource, providerId: string, settled: Date): Promise<number> {
  const table = sql.identifier(getTableName(resource.table));
  const added = await db().execute(sql`
    with last as (
      select position, created_at, id from list_anchor
      where provider_id = ${providerId} and resource = ${resource.name}
      order by position desc limit 1
    )
    insert into list_anchor (provider_id, resource, position, created_at, id)
    select ${providerId}, ${resource.name}, numbered.position, numbered.created_at, numbered.id
    from (
      select t.created_at, t.id,
        coalesce((select position from last), -1) + row_number() over (order by t.created_at, t.id) as position
      from ${table} t
      where t.provider_id = ${providerId}
        and (t.created_at, t.id) > (
          coalesce((select created_at from last), '-infinity'::timestamptz), coalesce((select id from last), ''))
        and t.created_at < ${settled.toISOString()}::timestamptz
          + (select clock_offset_ms from provider where id = ${providerId}) * interval '1 millisecond'
    ) numbered
    where numbered.position > 0 and numbered.position % ${STRIDE} = 0
    on conflict do nothing`);
  return added.count;
}
