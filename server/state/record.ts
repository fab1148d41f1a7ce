import { getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditAction } from '../contract/audit-actions.ts';
import type { EventType } from '../contract/event-catalogue.ts';
import { present } from '../contract/present.ts';
import { newId } from '../db/ids.ts';
import type { WriteScope } from '../db/scope.ts';
import { audit, type Changes } from '../events/audit.ts';
import { emit } from '../events/emit.ts';
import { presentAll, type Resource, type Row } from './resource.ts';
import { insertRows, updateRows } from './write-rows.ts';

export type Insertable<R extends Resource> = Omit<
  R['table']['$inferInsert'],
  'id' | 'providerId' | 'createdAt' | 'updatedAt'
>;
export type Patch<R extends Resource> = Partial<Insertable<R>>;

/** A row to be made: when, the scope's `now` unless given; its id, where another row has to name it first. */
export type Draft<R extends Resource> = { values: Insertable<R>; at?: Date; id?: string };

/** A row to be changed: what it was, what is written (undefined leaves a field alone), and when. */
export type Edit<R extends Resource> = { row: Row<R>; patch: Patch<R>; at?: Date };

/**
 * Makes a row, announces it and notes who made it.
 * @param emits the event of its making; silent when absent
 * @param id its id, where what is written has to name it
 */
export async function create<R extends Resource>(
  scope: WriteScope,
  resource: R,
  values: Insertable<R>,
  emits?: EventType,
  id?: string,
): Promise<Row<R>> {
  const [made] = await createEach(scope, resource, [{ values, id }], emits);
  if (!made) throw new Error(`no ${resource.name} was made`);
  return made;
}

/** Makes any number of rows, all with the same fields, in one statement. See `create`. */
export async function createEach<R extends Resource>(
  scope: WriteScope,
  resource: R,
  drafts: Draft<R>[],
  emits?: EventType,
): Promise<Row<R>[]> {
  const rows = drafts.map(({ values, at = scope.now, id = newId(resource.name, at) }) => ({
    ...values,
    id,
    providerId: scope.providerId,
    createdAt: at,
    updatedAt: at,
  }));
  const made = await insertRows(scope, resource, rows);
  const snapshots = emits ? await presentAll(scope, resource, made) : [];
  for (const [i, row] of made.entries()) {
    const then = { ...scope, now: drafts[i]?.at ?? scope.now };
    const current = snapshots[i];
    if (emits && current) emit(then, emits, { current });
    audit(then, `${resource.name}.create`, aboutRow(resource, row), () => created(resource, row));
  }
  return made;
}

/**
 * Writes the fields that differ, announces them and notes them (but for timers alone). Does nothing at all when nothing
 * differs.
 * A status is never among them: that is `transition`'s.
 */
export async function change<R extends Resource>(
  scope: WriteScope,
  resource: R,
  before: Row<R>,
  patch: Patch<R>,
  emits?: EventType,
  action?: AuditAction,
): Promise<Row<R>> {
  const [after] = await changeEach(scope, resource, [{ row: before, patch }], emits, action);
  return after ?? before;
}

/**
 * Changes any number of rows, all in the same fields, in one statement. See `change`.
 * @returns the rows as they are now, those in which nothing differed included
 */
export async function changeEach<R extends Resource>(
  scope: WriteScope,
  resource: R,
  edits: Edit<R>[],
  emits?: EventType,
  action: AuditAction = `${resource.name}.update`,
): Promise<Row<R>[]> {
  const real = edits.filter(({ row, patch }) =>
    Object.entries(patch).some(([key, value]) => differs(row, key, value)),
  );
  const patches = real.map((edit) => ({
    ...defined(edit.patch),
    id: edit.row.id as string,
    updatedAt: instantOf(scope, edit),
  }));
  const written = await updateRows(scope, resource, patches);
  const snapshots = emits ? await presentAll(scope, resource, written) : [];
  const shownBefore = emits
    ? await shownAll(
        scope,
        resource,
        real.map(({ row }) => row),
      )
    : new Map();
  const after = new Map(written.map((row, i) => [row.id as string, { row, current: snapshots[i] }]));
  for (const edit of real) {
    const was = edit.row;
    const is = after.get(was.id as string);
    if (!is) throw new Error(`${resource.name} ${was.id} is gone`);
    const then = { ...scope, now: instantOf(scope, edit) };
    if (emits && is.current)
      announceChange(then, resource, shownBefore.get(was.id), is.row, emits, is.current);
    if (tells(resource, edit.patch))
      audit(then, action, aboutRow(resource, was), () => differences(resource, was, is.row));
  }
  return edits.map(({ row }) => after.get(row.id as string)?.row ?? row);
}

/**
 * When a row changes: at the instant asked for (the scope's `now` unless given), but never before its last change. What
 * a late run does at its due instant comes after what was done before the run, so a row's history only goes forward.
 */
export function instantOf(scope: WriteScope, { row, at = scope.now }: { row: object; at?: Date }): Date {
  const { updatedAt } = row as { updatedAt: Date };
  return updatedAt > at ? updatedAt : at;
}

/** A row as an audit entry names it, with the subscription that it belongs to. */
export function aboutRow(resource: Resource, row: { id?: unknown; subscriptionId?: string | null }) {
  return { type: resource.name, id: row.id as string, subscriptionId: row.subscriptionId };
}

function differs(row: Record<string, unknown>, key: string, value: unknown): boolean {
  const was = row[key];
  if (value === undefined) return false;
  if (was instanceof Date && value instanceof Date) return was.getTime() !== value.getTime();
  return !same(was, value);
}

/** Whether a patch is a change to anybody, or only says when the row is looked at next. */
function tells({ timers = [] }: Resource, patch: object): boolean {
  return Object.keys(patch).some((key) => !timers.includes(key));
}

function defined<T extends object>(patch: T): T {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as T;
}

/**
 * Announces what is different between two versions of a row; nothing when what everybody sees is the same.
 * @param was the row before, as `shownAll` gives it
 * @param current the row after, as everybody sees it
 */
export function announceChange<R extends Resource>(
  scope: WriteScope,
  resource: R,
  was: Record<string, unknown>,
  after: Row<R>,
  type: EventType,
  current: { id: string } & Record<string, unknown>,
): void {
  const own = shown(resource, after);
  // What does not follow from the row alone is in the snapshot.
  const is = {
    ...own,
    ...Object.fromEntries(missing(resource, after).map((field) => [field, current[field]])),
  };
  const changedFields = Object.keys(was).filter(
    (field) => field in is && !same(was[field], is[field]) && field !== 'updatedAt',
  );
  if (changedFields.length === 0) return;
  const previous = Object.fromEntries(changedFields.map((field) => [field, was[field]]));
  emit(scope, type, { current, previous, changedFields });
}

const ownParts = new WeakMap<Resource, z.ZodObject>();

/**
 * What a snapshot shows of a row's own columns (and what follows from them), without the figures of other rows. What
 * does not follow from this row is left out.
 */
export function shown<R extends Resource>(resource: R, row: Row<R>): Record<string, unknown> {
  const derived = resource.derive?.(row);
  const part = ownParts.get(resource) ?? ownPart(resource, derived);
  return present(part, derived ? { ...row, ...derived } : row) as Record<string, unknown>;
}

/**
 * What snapshots show of rows' own columns and of all that is derived from them, by the rows' ids. A derived field that
 * does not follow from its row alone is loaded; nothing is where there is none.
 */
export async function shownAll<R extends Resource>(
  scope: WriteScope,
  resource: R,
  rows: Row<R>[],
): Promise<Map<unknown, Record<string, unknown>>> {
  const partial = rows.filter((row) => missing(resource, row).length > 0);
  const snapshots = await presentAll(scope, resource, partial);
  const whole = new Map(partial.map((row, i) => [row.id, snapshots[i] as Record<string, unknown>]));
  return new Map(
    rows.map((row) => {
      const loaded = missing(resource, row).map((field) => [field, whole.get(row.id)?.[field]]);
      return [row.id, { ...shown(resource, row), ...Object.fromEntries(loaded) }];
    }),
  );
}

/** Derived fields that do not follow from the row alone. */
function missing<R extends Resource>(resource: R, row: Row<R>): string[] {
  return Object.entries(resource.derive?.(row) ?? {}).flatMap(([field, value]) =>
    value === undefined ? [field] : [],
  );
}

function ownPart(resource: Resource, derived: object = {}): z.ZodObject {
  const own = new Set([...Object.keys(getTableColumns(resource.table)), ...Object.keys(derived)]);
  const fields = Object.entries(resource.snapshot.shape).filter(([field]) => own.has(field));
  const part = z.object(Object.fromEntries(fields)).partial();
  ownParts.set(resource, part);
  return part;
}

/** Field by field, what audit shows: before and after as the partner knows them. */
export function differences<R extends Resource>(resource: R, before: Row<R>, after: Row<R>): Changes {
  const was = shown(resource, before);
  const is = shown(resource, after);
  const changes: Changes = {};
  for (const field of Object.keys(was)) {
    if (field in is && field !== 'updatedAt' && !same(was[field], is[field])) {
      const noted = resource.noted?.[field] ?? asItIs;
      changes[field] = { before: noted(was[field]), after: noted(is[field]) };
    }
  }
  return changes;
}

function created<R extends Resource>(resource: R, row: Row<R>): Changes {
  const changes: Changes = {};
  for (const [field, value] of Object.entries(shown(resource, row))) {
    const silent = field === 'id' || field === 'createdAt' || field === 'updatedAt' || value === null;
    if (!silent) changes[field] = { before: null, after: (resource.noted?.[field] ?? asItIs)(value) };
  }
  return changes;
}

function asItIs(value: unknown): unknown {
  return value;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
