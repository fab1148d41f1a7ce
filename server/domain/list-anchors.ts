import { and, asc, desc, eq, getTableName, lte, sql } from 'drizzle-orm';
import type { PgTableWithColumns } from 'drizzle-orm/pg-core';
import { listAnchor } from '../../drizzle/schema/list.ts';
import { HOUR_MS, plus } from '../clock.ts';
import { db } from '../db/client.ts';
import type { Scope } from '../db/scope.ts';
import { columnsOf, owned, type Resource, type Row } from '../state/resource.ts';

/** Rows from one anchor to the next; also how far a page may lie from an end before anchors are asked. */
const STRIDE = 1_000;

/** Rows younger than this get no anchor: a transaction still open may yet commit one before them. */
const SETTLED_MS = HOUR_MS;

/** Whether a page starts so far from the front that walking there costs more than looking up an anchor. */
export function isDeep(offset: number): boolean {
  return offset >= 2 * STRIDE;
}

/**
 * A page in order of creation far down a whole list, found from the nearest anchor or end instead of walking past
 * all rows before it.
 */
export async function deepPage<R extends Resource>(
  scope: Scope,
  resource: R,
  page: { offset: number; limit: number; total: number; newestFirst: boolean },
): Promise<Row<R>[]> {
  const { offset, total, newestFirst } = page;
  const limit = Math.min(page.limit, total - offset);
  if (limit <= 0) return [];
  // Where the page begins and ends when rows are counted from the oldest.
  const first = newestFirst ? total - offset - limit : offset;
  const fromNewest = total - first - limit;
  const anchor = await anchorAtOrBefore(scope, resource, first);
  const table = resource.table as unknown as PgTableWithColumns<never>;
  const { createdAt, id } = resource.table;
  const select = scope.db.select(columnsOf(resource) as never).from(table);
  const walksForward = first - anchor.position <= fromNewest;
  const rows = (await (walksForward
    ? select
        .where(
          and(
            owned(scope, resource),
            anchor.id === null
              ? undefined
              : sql`(${createdAt}, ${id}) >= (${anchor.createdAt.toISOString()}::timestamptz, ${anchor.id})`,
          ),
        )
        .orderBy(asc(createdAt), asc(id))
        .limit(limit)
        .offset(first - anchor.position)
    : select
        .where(owned(scope, resource))
        .orderBy(desc(createdAt), desc(id))
        .limit(limit)
        .offset(fromNewest))) as Row<R>[];
  return walksForward === newestFirst ? rows.reverse() : rows;
}

type Anchor = { position: number; createdAt: Date; id: string } | { position: 0; id: null };

async function anchorAtOrBefore(scope: Scope, resource: Resource, position: number): Promise<Anchor> {
  const [found] = await scope.db
    .select({ position: listAnchor.position, createdAt: listAnchor.createdAt, id: listAnchor.id })
    .from(listAnchor)
    .where(
      and(
        eq(listAnchor.providerId, scope.providerId),
        eq(listAnchor.resource, resource.name),
        lte(listAnchor.position, position),
      ),
    )
    .orderBy(desc(listAnchor.position))
    .limit(1);
  return found ?? { position: 0, id: null };
}

/**
 * Drops the anchors that long lists have outgrown: for each provider with enough rows behind its last one. Safe to
 * run twice and at once.
 * @param now real time
 * @returns how many were added
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
