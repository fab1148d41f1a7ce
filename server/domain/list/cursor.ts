import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { invalid, type RejectionReason } from '../../contract/errors.ts';
import { run, type Statement } from '../../db/statement.ts';
import type { Resource } from '../../state/resource.ts';
import { originOfId } from '../../work/ids.ts';
import type { Scope } from '../../work/scope.ts';

/** A place in the order of creation, as the values of placeholders. */
export type Cursor = { cursorAt: string; cursorId: string };

type Wanted = { after: string; page?: number | undefined; sort: string };

/** Whether a sort is by `createdAt`. Only then is the id of a row a place in the list. */
export function isByCreation(sort: string): boolean {
  return /^-?createdAt$/.test(sort);
}

const dialect = new PgDialect();
const lookUps = new WeakMap<Resource, Record<'own' | 'other', Statement>>();

/** @throws VALIDATION_FAILED for `page` or another sort beside `after`, and for a text that is no id of the resource */
export function requireCursor({ name }: Resource, { after, page, sort }: Wanted): void {
  const reasons: RejectionReason[] = [];
  if (page !== undefined) reasons.push(reason('page', 'NOT_ALLOWED', 'Give either page or after.'));
  if (!isByCreation(sort))
    reasons.push(reason('after', 'INVALID_VALUE', 'A list with after is sorted by createdAt.'));
  if (reasons.length > 0) throw invalid(reasons);
  if (!originOfId(name, after)) throw noRow();
}

/**
 * The place of the row with an id. The row may be deleted meanwhile, or lost with a restored backup: its id contains the instant
 * at which it was created. Contract: Lists.
 * @throws VALIDATION_FAILED for an id that no row of the provider can have had
 */
export async function cursorOf(
  scope: Scope,
  resource: Resource,
  after: string,
  { isShared = false }: { isShared?: boolean | undefined } = {},
): Promise<Cursor> {
  const cursor = await placeOf(scope, resource, after, isShared);
  if (cursor) return cursor;
  throw noRow();
}

const noRow = () => invalid([reason('after', 'INVALID_VALUE', 'This is no row of the list.')]);

function reason(field: string, code: RejectionReason['code'], message: string): RejectionReason {
  return { field, code, message };
}

async function placeOf(
  scope: Scope,
  resource: Resource,
  id: string,
  isShared: boolean,
): Promise<Cursor | null> {
  const origin = originOfId(resource.name, id);
  if (!origin) return null;
  const { own, other } = statementsFor(resource, isShared);
  const { at, lowest, highest } = origin;
  const values = { providerId: scope.providerId, lowest, highest };
  const [row] = await run(scope, own, values);
  if (row) return row[0] === id ? { cursorAt: row[1] as string, cursorId: id } : null;
  const isForeign = !isShared && (await run(scope, other, values)).length > 0;
  return isForeign ? null : { cursorAt: at.toISOString(), cursorId: id };
}

/**
 * Look-ups by the primary key of the row that has an id or one of the same origin: of the provider, and of other providers. With a
 * row of the same origin there, the id itself never was one.
 */
function statementsFor(resource: Resource, isShared: boolean): Record<'own' | 'other', Statement> {
  const known = lookUps.get(resource);
  if (known) return known;
  const { table } = resource;
  const providerId = sql.placeholder('providerId');
  const isOfOrigin = sql`${table.id} between ${sql.placeholder('lowest')} and ${sql.placeholder('highest')}`;
  const isOwn = isShared ? sql`` : sql` and ${table.providerId} = ${providerId}`;
  const made = {
    own: dialect.sqlToQuery(
      sql`select ${table.id}, ${table.createdAt}::text from ${table} where ${isOfOrigin}${isOwn} limit 1`,
    ),
    other: dialect.sqlToQuery(sql`
      select true from provider p
      where p.id <> ${providerId}
        and exists (select from ${table} where ${table.providerId} = p.id and ${isOfOrigin}) limit 1`),
  };
  lookUps.set(resource, made);
  return made;
}
