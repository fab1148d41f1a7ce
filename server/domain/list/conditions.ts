import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Resource } from '../../state/resource.ts';
import { lowestId } from '../../work/ids.ts';
import { before, containsMetadata, type Filter, from, isAnyOf } from './filters.ts';
import type { ListOptions } from './options.ts';

/** The column that stands for `createdAt`, and the value of an instant in it. */
export function creationOf(resource: Resource, { timeById }: Pick<ListOptions<never>, 'timeById'>) {
  return timeById
    ? { column: resource.table.id, value: (at: Date) => lowestId(resource.name, at) }
    : { column: resource.table.createdAt };
}

/** A query of the total that `row_count` keeps under a name. */
export function keptTotal(name: SQL): SQL {
  return sql`
    select coalesce(sum(n), 0) from row_count
    where provider_id = ${sql.placeholder('providerId')} and resource = ${name}`;
}

/** The names of the filters that are given, and the values of their placeholders. */
type Given = { names: string[]; values: Record<string, unknown> };

/**
 * The filters of a list as conditions on placeholders. Lists, counts and totals use the same ones, so that they agree.
 * Placeholders have the name of their filter with a prefix, so that one statement can have a filter twice.
 */
export function conditionsOf<R extends Resource, I>(resource: R, options: ListOptions<I>) {
  const created = creationOf(resource, options);
  const filters: Record<string, Filter<never>> = {
    createdAfter: { where: (value) => gte(created.column, value), value: created.value },
    createdBefore: { where: (value) => lt(created.column, value), value: created.value },
    updatedAfter: from(resource.table.updatedAt),
    updatedBefore: before(resource.table.updatedAt),
    selected: isAnyOf(resource.table.id),
    id: isAnyOf(resource.table.id),
    ...('metadata' in resource.table && { metadata: containsMetadata }),
    ...options.filters,
  };
  const holding = (name: string) => `${name} is true`;
  const conditions: Record<string, Filter<never>['where']> = {};
  const totals: Record<string, Filter<never>['total']> = {};
  for (const [name, { where, whenTrue, total }] of Object.entries(filters)) {
    conditions[name] = where;
    if (whenTrue) conditions[holding(name)] = () => whenTrue;
    totals[whenTrue ? holding(name) : name] = total;
  }
  return {
    given(input: object, prefix = ''): Given {
      const given: Given = { names: [], values: {} };
      for (const [name, filter] of Object.entries(filters)) {
        // Filters are found by name. The schema of the input has checked that each value has the type its filter takes.
        const value = (input as Record<string, unknown>)[name];
        if (value === undefined) continue;
        if (value === true && filter.whenTrue) {
          given.names.push(holding(name));
          continue;
        }
        given.names.push(name);
        const converted = filter.value ? filter.value(value as never) : value;
        // The value of a placeholder does not pass through the encoder of its column.
        given.values[prefix + name] = converted instanceof Date ? converted.toISOString() : converted;
      }
      return given;
    },
    /** The order from the newest row on. */
    newestFirst: sql.join(
      [created.column, resource.table.id].map((key) => desc(key)),
      sql`, `,
    ),
    /** The rows that the list has without a filter. */
    base: and(
      options.isShared ? sql`true` : eq(resource.table.providerId, sql.placeholder('providerId')),
      options.always,
    ),
    filtered(names: string[], prefix = ''): SQL | undefined {
      return and(...names.map((name) => conditions[name]?.(sql.placeholder(prefix + name))));
    },
    /** The alternatives of the search, each with the other filters; undefined where nothing is searched. */
    ways(names: string[]): SQL[] | undefined {
      const search = names.includes('q') ? filters.q?.ways : undefined;
      const others = this.filtered(names.filter((name) => name !== 'q'));
      return search?.(sql.placeholder('q')).map((way) => sql`${and(way, others)}`);
    },
    isFoundWhole: filters.q?.isFoundWhole === true,
    /** A query of the number of rows that match, if there is one that does not read them. */
    total(names: string[], prefix = ''): SQL | undefined {
      const [name, ...others] = names;
      if (others.length > 0) return undefined;
      if (name === undefined) return options.counted ? keptTotal(sql`${resource.name}`) : undefined;
      const value = sql.placeholder(prefix + name);
      if (name !== 'status' || options.counted !== 'by status') return totals[name]?.(value);
      return keptTotal(sql`${`${resource.name} `}::text || ${value}::text`);
    },
  };
}
