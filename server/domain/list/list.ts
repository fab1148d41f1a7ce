import type { ListMeta, Page } from '../../contract/paging.ts';
import { run } from '../../db/statement.ts';
import { idOf, presentAll, type Resource, type Row, rowReader, type Snapshot } from '../../state/resource.ts';
import { mapInTurns } from '../../work/map-in-turns.ts';
import type { Scope } from '../../work/scope.ts';
import { conditionsOf } from './conditions.ts';
import { cursorOf, isByCreation, requireCursor } from './cursor.ts';
import { searchValuesOf } from './local-phone.ts';
import type { ListOptions, Paging } from './options.ts';
import { statementsOf } from './statements.ts';

/** A page of rows, or the rows behind a place. */
type Listing<R extends Resource> = { rows: Row<R>[]; meta: ListMeta };

/**
 * The list of a resource: a page of snapshots of the provider's rows, filtered and sorted, with the total. Rows that tie are
 * in the order of their ids, which is the order of creation, in the direction of the sort. Contract: Lists.
 */
export function defineList<R extends Resource, I extends Paging>(resource: R, options: ListOptions<I>) {
  const listRows = defineRowList(resource, options);
  return async function list(scope: Scope, input: I): Promise<Page<Snapshot<R>>> {
    const { rows, meta } = await listRows(scope, input);
    const data = input.idsOnly ? (rows as Snapshot<R>[]) : await presentAll(scope, resource, rows);
    return { data, meta };
  };
}

/** As `defineList`, with rows in place of snapshots. Contract: Lists. */
export function defineRowList<R extends Resource, I extends Paging>(resource: R, options: ListOptions<I>) {
  const conditions = conditionsOf(resource, options);
  const statements = statementsOf(resource, options, conditions);
  const toRow = rowReader(resource);
  const toId = ([id]: unknown[]) => ({ id }) as Row<R>;

  return function listRows(scope: Scope, input: I): Promise<Listing<R>> {
    return input.after === undefined
      ? readPage(scope, input)
      : readBehind(scope, { ...input, after: input.after });
  };

  /** The parts of a request as parameters of the statements. */
  async function readInput(scope: Scope, input: I) {
    const { names: given, values } = conditions.given(input);
    const searched = await searchValuesOf(scope, input);
    return { given, values: { ...values, ...searched, providerId: scope.providerId } };
  }

  async function readPage(scope: Scope, input: I): Promise<Listing<R>> {
    const { page = 1, limit, sort, idsOnly = false } = input;
    const offset = (page - 1) * limit;
    const { given, values: filterValues } = await readInput(scope, input);
    const values = { ...filterValues, limit: limit + statements.further, offset };
    const found = await run(scope, statements.page(scope, given, { sort, limit, offset, idsOnly }), values);
    // Each row has the total. A page without rows has none, and only the first page is empty because the list is.
    const counted =
      found.length > 0 || offset === 0
        ? found[0]?.at(-1)
        : (await run(scope, statements.total(given), values))[0]?.[0];
    const total = Number(counted ?? 0);
    const rows = await mapInTurns(found.slice(0, limit), idsOnly ? toId : toRow);
    const meta = { page, limit, total, totalPages: Math.ceil(total / limit) };
    if (!isByCreation(sort)) return { rows, meta };
    const hasMore = found.length > limit || (rows.length === limit && offset + limit < total);
    return { rows, meta: { ...meta, next: hasMore ? idOf(rows.at(-1) as Row<R>) : null } };
  }

  /** The rows behind a place. One row more than the limit shows whether there are further ones. */
  async function readBehind(scope: Scope, input: I & { after: string }): Promise<Listing<R>> {
    const { limit, sort } = input;
    requireCursor(resource, input);
    const { given, values: filterValues } = await readInput(scope, input);
    const values = { ...filterValues, cursorId: input.after, limit: limit + 1, offset: 0 };
    let found = await run(scope, statements.behind(scope, given, { sort, limit, place: 'row' }), values);
    if (found.length === 0) {
      // Either no row is behind it, or the row is not there, and its id says whether it was.
      const place = await cursorOf(scope, resource, input.after, options);
      const statement = statements.behind(scope, given, { sort, limit, place: 'instant' });
      found = await run(scope, statement, { ...values, ...place });
    }
    const rows = await mapInTurns(found.slice(0, limit), toRow);
    const next = found.length > limit ? idOf(rows.at(-1) as Row<R>) : null;
    return { rows, meta: { limit, next } as ListMeta };
  }
}
