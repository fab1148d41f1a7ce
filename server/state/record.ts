import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTableWithColumns } from 'drizzle-orm/pg-core';
import type { EventType } from '../contract/events.ts';
import { present } from '../contract/present.ts';
import { newId } from '../db/ids.ts';
import type { WriteScope } from '../db/scope.ts';
import { audit, type Changes } from '../events/audit.ts';
import { emit } from '../events/emit.ts';
import { columnsOf, owned, presentOne, type Resource, type Row } from './resource.ts';

type Insertable<R extends Resource> = Omit<
  R['table']['$inferInsert'],
  'id' | 'providerId' | 'createdAt' | 'updatedAt'
>;
export type Patch<R extends Resource> = Partial<Insertable<R>>;

/**
 * Makes a row, announces it and notes who made it.
 * @param emits the event of its making; silent when absent
 */
export async function create<R extends Resource>(
  scope: WriteScope,
  resource: R,
  values: Insertable<R>,
  emits?: EventType,
): Promise<Row<R>> {
  const row = {
    ...values,
    id: newId(resource.name, scope.now),
    providerId: scope.providerId,
    createdAt: scope.now,
    updatedAt: scope.now,
  };
  const [made] = (await scope.db
    .insert(resource.table)
    .values(row as never)
    .returning(columnsOf(resource) as never)) as Row<R>[];
  if (!made) throw new Error(`no ${resource.name} was made`);
  if (emits) emit(scope, emits, { current: (await presentOne(scope, resource, made)) as never });
  audit(
    scope,
    `${resource.name}.create`,
    { type: resource.name, id: made.id as string },
    created(resource, made),
  );
  return made;
}

/**
 * Writes the fields that differ, announces them and notes them. Does nothing at all when nothing differs.
 * A status is never among them: that is `transition`'s.
 */
export async function change<R extends Resource>(
  scope: WriteScope,
  resource: R,
  before: Row<R>,
  patch: Patch<R>,
  emits?: EventType,
  action = `${resource.name}.update`,
): Promise<Row<R>> {
  if (Object.keys(differences(resource, before, { ...before, ...patch })).length === 0) return before;
  const [after] = await write(scope, resource, [before.id as string], patch);
  if (!after) throw new Error(`${resource.name} ${before.id} is gone`);
  if (emits) {
    const current = await presentOne(scope, resource, after);
    announceChange(scope, resource, before, after, emits, current as never);
  }
  const visible = differences(resource, before, after);
  audit(scope, action, { type: resource.name, id: after.id as string }, visible);
  return after;
}

/** Announces what is different between two versions of a row; nothing when what everybody sees is the same. */
export function announceChange<R extends Resource>(
  scope: WriteScope,
  resource: R,
  before: Row<R>,
  after: Row<R>,
  type: EventType,
  current: { id: string } & Record<string, unknown>,
): void {
  const was = shown(resource, before);
  const is = shown(resource, after);
  const changedFields = Object.keys(was).filter(
    (field) => !same(was[field], is[field]) && field !== 'updatedAt',
  );
  if (changedFields.length === 0) return;
  const previous = Object.fromEntries(changedFields.map((field) => [field, was[field]]));
  emit(scope, type, { current, previous, changedFields });
}

/** What a snapshot shows of a row's own columns (and what follows from them), without the figures of other rows. */
export function shown<R extends Resource>(resource: R, row: Row<R>): Record<string, unknown> {
  const own = new Set([
    ...Object.keys(getTableColumns(resource.table)),
    ...Object.keys(resource.derive?.(row) ?? {}),
  ]);
  const fields = Object.keys(resource.snapshot.shape).filter((field) => own.has(field));
  const whole = present(resource.snapshot, { ...blanks(resource), ...row, ...resource.derive?.(row) });
  return Object.fromEntries(fields.map((field) => [field, (whole as Record<string, unknown>)[field]]));
}

/** Figures of other rows, left empty where the row was read without them: `shown` does not show them. */
function blanks(resource: Resource): Record<string, unknown> {
  return Object.fromEntries(Object.keys(resource.computed ?? {}).map((field) => [field, []]));
}

/** Field by field, what audit shows: before and after as the partner knows them. */
export function differences<R extends Resource>(resource: R, before: Row<R>, after: Row<R>): Changes {
  const was = shown(resource, before);
  const is = shown(resource, after);
  const changes: Changes = {};
  for (const field of Object.keys(was)) {
    if (field !== 'updatedAt' && !same(was[field], is[field]))
      changes[field] = { before: was[field], after: is[field] };
  }
  return changes;
}

function created<R extends Resource>(resource: R, row: Row<R>): Changes {
  const changes: Changes = {};
  for (const [field, value] of Object.entries(shown(resource, row))) {
    const silent = field === 'id' || field === 'createdAt' || field === 'updatedAt' || value === null;
    if (!silent) changes[field] = { before: null, after: value };
  }
  return changes;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Writes a patch to a set of the provider's rows that meet `condition`; gives those that did. */
export async function write<R extends Resource>(
  scope: WriteScope,
  resource: R,
  ids: string[],
  patch: Record<string, unknown>,
  condition?: SQL,
): Promise<Row<R>[]> {
  const { table } = resource;
  const which = ids.length === 1 ? eq(table.id, ids[0]) : sql`${table.id} = any(${sql.param(ids)})`;
  return (await scope.db
    .update(table as unknown as PgTableWithColumns<never>)
    .set({ ...patch, updatedAt: scope.now } as never)
    .where(and(owned(scope, resource), which, condition))
    .returning(columnsOf(resource) as never)) as Row<R>[];
}
