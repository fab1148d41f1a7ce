import { and, eq, getTableColumns, getTableName, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { plus } from '../../clock.ts';
import type { DueWorkName } from '../../contract/portal/due-work-names.ts';
import { db } from '../../db/client.ts';
import { literals } from '../../db/statement.ts';
import { owned, queryRows, type Readable, type Row } from '../../state/resource.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { selectBacklog } from './backlog.ts';
import type { Lane } from './lane.ts';

/** A row that is due at an instant, and its subscriber. */
export type DueItem<T = unknown> = { at: Date; subscriberId: string; row: T };

/** A kind of due work. */
export type DueWork<T = unknown> = {
  name: DueWorkName;
  /** The system is the caller, and audit entries are collected by root resource. Contract: Audit. */
  byTime: true;
  /**
   * The items of the scope's provider that are due at or before `until`, earliest first, at most `limit`.
   * @param lane limits them to its subscribers
   */
  due(scope: Scope, until: Date, limit: number, lane?: Lane): Promise<DueItem<T>[]>;
  /** The number of items due at or before `until`, and the first due instant, even after `until`. */
  outlook(scope: Scope, until: Date): Promise<{ count: number; first: Date | null }>;
  /** Does each item at its own instant. It skips items that another transaction handled since. */
  run(scope: WriteScope, items: DueItem<T>[]): Promise<void>;
  /** The ids of the providers with items that are due by their own clocks. */
  providersDue(realNow: Date): Promise<string[]>;
  /** The query of what is due of all providers by their own clocks, as a `Backlog` row. */
  backlog(realNow: Date): SQL;
};

/** Rows with a status, or rows that are there only until they are due. */
type DueTable = Readable & { table: { status?: PgColumn } };

type DueRows<R extends DueTable> = {
  name: DueWorkName;
  resource: R;
  /** The instant at which a row is due. */
  column: PgColumn;
  /** The column of the subscriber. */
  subscriberId: PgColumn;
  /** The statuses in which a row can be due; any row can without them. */
  status?: readonly string[];
  /** The rows that are due `ms` later than `column`. */
  wait?: { which: SQL; ms: number };
  run(scope: WriteScope, items: DueItem<Row<R>>[]): Promise<void>;
};

/** Due work on the rows of one table that have a status of `status` and an instant in `column`. */
export function dueRows<R extends DueTable>({
  resource,
  column,
  subscriberId,
  status,
  wait,
  ...rest
}: DueRows<R>): DueWork {
  const ofStatus = status ? sql`${resource.table.status} in (${literals(status)})` : sql`true`;
  const inState = wait ? sql`${ofStatus} and not ${wait.which}` : ofStatus;
  const due = keyOf(resource, column);
  const owner = keyOf(resource, subscriberId);
  const offset = sql`p.clock_offset_ms * interval '1 millisecond'`;
  const isDueBy = (until: SQL) =>
    wait
      ? sql`${ofStatus} and ${column} <= ${until}
          and (not ${wait.which} or ${column} <= ${until} - ${wait.ms} * interval '1 millisecond')`
      : sql`${inState} and ${column} <= ${until}`;
  const fromDue = (realNow: Date) => sql`
    from provider p join ${sql.identifier(getTableName(resource.table))} on ${eq(resource.table.providerId, sql`p.id`)}
    where ${isDueBy(sql`${realNow.toISOString()}::timestamptz + ${offset}`)}`;
  const readWhere = (inState: SQL) =>
    queryRows(
      resource,
      sql`${inState} and ${column} <= ${sql.placeholder('until')}::timestamptz and ${isInLane(subscriberId)}
        order by ${column}, ${resource.table.id} limit ${sql.placeholder('limit')}`,
    );
  const readDue = readWhere(inState);
  const readWaited = wait && readWhere(sql`${ofStatus} and ${wait.which}`);
  const itemOf = (row: Row<R>, ms: number): DueItem => {
    // The callers of `dueRows` name a column of instants and one of ids.
    return { at: plus(row[due] as Date, ms), subscriberId: row[owner] as string, row };
  };
  return {
    name: rest.name,
    byTime: true,
    // The work of a list runs the items that its own `due` found.
    run: rest.run as DueWork['run'],
    async due(scope, until, limit, lane) {
      const { of, index } = lane ?? { of: 1, index: 0 };
      const rows = await readDue(scope, { until: until.toISOString(), limit, of, index });
      const items = rows.map((row) => itemOf(row, 0));
      if (!wait || !readWaited) return items;
      const waited = await readWaited(scope, {
        until: plus(until, -wait.ms).toISOString(),
        limit,
        of,
        index,
      });
      if (waited.length === 0) return items;
      return [...items, ...waited.map((row) => itemOf(row, wait.ms))]
        .sort((a, b) => a.at.getTime() - b.at.getTime())
        .slice(0, limit);
    },
    async outlook(scope, until) {
      const [row] = await scope.db
        .select({
          count: sql<string>`count(*) filter (where ${lte(column, until)})`,
          first: sql<string | null>`min(${column})`,
        })
        .from(resource.table)
        .where(and(owned(scope, resource), inState, isNotNull(column)));
      return { count: Number(row?.count ?? 0), first: row?.first ? new Date(row.first) : null };
    },
    async providersDue(realNow) {
      const rows = await db().execute<{ provider_id: string }>(
        sql`select distinct p.id as provider_id ${fromDue(realNow)}`,
      );
      return rows.map((row) => row.provider_id);
    },
    backlog: (realNow) => selectBacklog(rest.name, sql`${column} - ${offset}`, fromDue(realNow)),
  };
}

/** Whether a row belongs to the lane `index` of `of`. */
function isInLane(subscriberId: PgColumn): SQL {
  const [of, index] = [sql.placeholder('of'), sql.placeholder('index')];
  return sql`(${of}::int = 1 or (hashtext(${subscriberId}) & 2147483647) % ${of}::int = ${index}::int)`;
}

/** The field of a column. */
function keyOf({ table }: Readable, column: PgColumn): string {
  const found = Object.entries(getTableColumns(table)).find(([, own]) => own === column);
  if (!found) throw new Error(`${getTableName(table)} has no column ${column.name}`);
  return found[0];
}
