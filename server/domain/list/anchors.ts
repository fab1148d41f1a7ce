import { and, asc, desc, eq, getTableName, type SQL, sql } from 'drizzle-orm';
import { HOUR_MS, plus } from '../../clock.ts';
import { db } from '../../db/client.ts';
import type { Scope } from '../../db/scope.ts';
import { run, type Statement } from '../../db/statement.ts';
import { columnsOf, type Resource, type Row, rowReader } from '../../state/resource.ts';

/** Rows from one anchor to the next. A page is deep from twice this number of rows on. */
const STRIDE = 1_000;

/** Younger rows get no anchor: an open transaction may still commit a row before them. */
const SETTLED_MS = HOUR_MS;

/** Whether a page starts so far from the front that an anchor is cheaper than reading all rows before it. */
export function isDeep(offset: number): boolean {
  return offset >= 2 * STRIDE;
}

/**
 * A deep page of an unfiltered list in order of creation, with the total of the list. It is read from the nearest anchor or
 * end, instead of past all rows before it.
 */
export async function deepPage<R extends Resource>(
  scope: Scope,
  resource: R,
  page: { offset: number; limit: number; newestFirst: boolean },
): Promise<{ rows: Row<R>[]; total: number }> {
  const { offset, newestFirst } = page;
  const { total, anchor } = await findPlace(scope, resource, page);
  const limit = Math.min(page.limit, total - offset);
  if (limit <= 0) return { rows: [], total };
  // Positions count from the oldest row.
  const first = newestFirst ? total - offset - limit : offset;
  const fromNewest = total - first - limit;
  const walksForward = first - anchor.position <= fromNewest;
  const values = { ...anchor, providerId: scope.providerId, limit };
  const { forward, backward } = pageStatementsOf(scope, resource);
  const found = await (walksForward
    ? run(scope, forward, { ...values, offset: first - anchor.position })
    : run(scope, backward, { ...values, offset: fromNewest }));
  const rows = found.map(rowReader(resource));
  return { rows: walksForward === newestFirst ? rows.reverse() : rows, total };
}

type PageStatements = { forward: Statement; backward: Statement };

const pageStatements = new WeakMap<Resource, PageStatements>();

function pageStatementsOf(scope: Scope, resource: Resource): PageStatements {
  const known = pageStatements.get(resource) ?? {
    forward: walk(
      scope,
      resource,
      asc,
      sql`(${resource.table.createdAt}, ${resource.table.id})
      >= (${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('id')})`,
    ),
    backward: walk(scope, resource, desc),
  };
  pageStatements.set(resource, known);
  return known;
}

/**
 * Skips to a page and reads it. The rows before it are skipped by an index-only subquery, because PostgreSQL would compute
 * the computed columns of every skipped row. Limit and offset are subqueries, because PostgreSQL would plan a statement
 * with them as parameters again at each execution.
 */
function walk(scope: Scope, resource: Resource, direction: typeof asc, from?: SQL): Statement {
  const { createdAt, id, providerId } = resource.table;
  const mine = eq(providerId, sql.placeholder('providerId'));
  const order = [direction(createdAt), direction(id)];
  const page = scope.db
    .select({ id })
    .from(resource.table)
    .where(and(mine, from))
    .orderBy(...order)
    .getSQL();
  const places = sql`limit (select ${sql.placeholder('limit')}::bigint) offset (select ${sql.placeholder('offset')}::bigint)`;
  return scope.db
    .select(columnsOf(resource))
    .from(resource.table)
    .where(and(mine, sql`${id} = any(array(${page} ${places}))`))
    .orderBy(...order)
    .toSQL();
}

/** A known position. `createdAt` is in PostgreSQL's text format. */
type Anchor = { position: number; createdAt: string; id: string };

const OLDEST: Anchor = { position: 0, createdAt: '-infinity', id: '' };

const PLACE: Statement = {
  sql: `
    with whole as (
      select coalesce(sum(n), 0)::bigint as total from row_count where provider_id = $1 and resource = $2
    )
    select whole.total, anchor.position, anchor.created_at, anchor.id
    from whole left join lateral (
      select position, created_at, id from list_anchor
      where provider_id = $1 and resource = $2
        and position <= case when $5 then greatest(whole.total - $3 - $4, 0) else $3 end
      order by position desc limit 1
    ) anchor on true`,
  params: ['providerId', 'resource', 'offset', 'limit', 'newestFirst'].map((name) => sql.placeholder(name)),
};

/** The total of the list and the last anchor before the page, in one statement. */
async function findPlace(
  scope: Scope,
  resource: Resource,
  page: { offset: number; limit: number; newestFirst: boolean },
): Promise<{ total: number; anchor: Anchor }> {
  const [row] = await run(scope, PLACE, { ...page, providerId: scope.providerId, resource: resource.name });
  const [total, position, createdAt, id] = row as [string, string | null, string, string];
  const anchor = position === null ? OLDEST : { position: Number(position), createdAt, id };
  return { total: Number(total), anchor };
}

/**
 * Adds the anchors of rows after the last anchor of each long list. It is safe to run twice or concurrently.
 * @param now real time
 * @returns the number of added anchors
 */
export async function extendAnchors(resources: readonly Resource[], now: Date): Promise<number> {
  let added = 0;
  for (const resource of resources) {
    for (const providerId of await providersBehind(resource)) {
      added += await extend(resource, providerId, plus(now, -SETTLED_MS));
    }
  }
  return added;
}

async function providersBehind(resource: Resource): Promise<string[]> {
  const rows = await db().execute<{ provider_id: string }>(sql`
    select c.provider_id from row_count c
    where c.resource = ${resource.name}
    group by c.provider_id
    having sum(c.n) > ${STRIDE} + coalesce(
      (select max(a.position) from list_anchor a
       where a.provider_id = c.provider_id and a.resource = ${resource.name}), 0)`);
  return rows.map((row) => row.provider_id);
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
