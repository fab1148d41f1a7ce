import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { prefixes, type ResourceName } from '../../contract/resource-names.ts';
import { arrayParameter } from '../../db/statement.ts';
import type { Filter } from './filters.ts';
import { likePattern } from './like-pattern.ts';

/** A shorter text has no trigram, so no index would serve its pattern. */
const MIN_PATTERN_LENGTH = 3;

/** What is searched: as it was typed, and as a pattern of ILIKE for texts that contain it; null for a text of one or two characters. */
type Searched = { text: SQL; pattern: SQL };

/**
 * The rows that one of the conditions finds. Each condition is a query of its own, so that each can use its index.
 */
export function search(
  table: PgTable & { id: PgColumn; providerId: PgColumn },
  conditions: (searched: Searched) => SQL[],
): Filter<string> {
  const ways = (given: Placeholder) =>
    conditions({ text: sql`(${given}::text[])[1]`, pattern: sql`(${given}::text[])[2]` });
  return {
    ways,
    isFoundWhole: true,
    where: (given) => {
      const queries = ways(given).map(
        (condition) => sql`
          select ${table.id} from ${table}
          where ${table.providerId} = ${sql.placeholder('providerId')} and ${condition}`,
      );
      return sql`${table.id} in (${sql.join(queries, sql` union all `)})`;
    },
    value: (given) => arrayParameter([given, given.length < MIN_PATTERN_LENGTH ? null : likePattern(given)]),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a search by id finds. The names differ from those of filters, so that a list can have both. */
export type FoundById = { foundId?: string; foundCorrelationId?: string; foundResourceId?: string };

/**
 * A search of a large table, as a filter of one indexed column, which the form of the text decides: a UUID is a correlation id,
 * and every other id is that of a row or of the resource that rows are about.
 * @param rows the resource of the rows
 */
export function foundById(rows: ResourceName, q: string | undefined): FoundById {
  if (q === undefined) return {};
  if (UUID.test(q)) return { foundCorrelationId: q.toLowerCase() };
  if (q.startsWith(`${prefixes[rows]}_`)) return { foundId: q };
  return { foundResourceId: q };
}

/** A typed id as rows have it, in a condition of `search`. */
export function typedId(text: SQL): SQL {
  return sql`regexp_replace(lower(${text}), '^subr_', 'sub_')`;
}
