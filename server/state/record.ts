import { isDeepStrictEqual } from 'node:util';
import { getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import type { EventType } from '../contract/event-catalogue.ts';
import type { AuditAction } from '../contract/portal/audit-actions.ts';
import { present } from '../contract/present.ts';
import { audit, type Changes } from '../work/audit.ts';
import { emit } from '../work/emit.ts';
import { newId } from '../work/ids.ts';
import { mapInTurns } from '../work/map-in-turns.ts';
import type { WriteScope } from '../work/scope.ts';
import { idOf, presentAll, type Resource, type Row } from './resource.ts';
import { insertRows, updateRows } from './write-rows.ts';

export type Insertable<R extends Resource> = Omit<
  R['table']['$inferInsert'],
  'id' | 'providerId' | 'createdAt' | 'updatedAt'
>;
export type Patch<R extends Resource> = Partial<Insertable<R>>;

/** A row to create. `at` is the scope's `now` by default; `id` is given when another row refers to it already. */
export type Draft<R extends Resource> = { values: Insertable<R>; at?: Date; id?: string };

/**
 * A change of a row. An undefined field of `patch` stays as it is; `at` is the scope's `now` by default. `facts` are further
 * changes for the audit entry, which the fields of the row do not say.
 */
export type Edit<R extends Resource> = { row: Row<R>; patch: Patch<R>; at?: Date; facts?: Changes };

/** The event that a write emits; none when absent. */
type Emits = { emits?: EventType };

/** What a change records: its event, and the audit action, which is the update of the resource by default. */
type Recorded = Emits & { action?: AuditAction };

/**
 * Creates a row, with its event and its audit entry.
 * @param options `id` is given when the values contain the id of the row
 */
export async function create<R extends Resource>(
  scope: WriteScope,
  resource: R,
  values: Insertable<R>,
  { emits, id }: Emits & { id?: string } = {},
): Promise<Row<R>> {
  const [made] = await createEach(scope, resource, [{ values, id }], { emits });
  if (!made) throw new Error(`no ${resource.name} was created`);
  return made;
}

/**
 * Creates any number of rows, all with the same fields, in one statement. See `create`.
 * @param options `insert` writes the rows, now or later in the transaction, and returns them in the order given
 */
export async function createEach<R extends Resource>(
  scope: WriteScope,
  resource: R,
  drafts: Draft<R>[],
  { emits, insert = insertRows }: Emits & { insert?: typeof insertRows<R> } = {},
): Promise<Row<R>[]> {
  const rows = drafts.map(({ values, at = scope.now, id = newId(resource.name, at) }) => ({
    ...values,
    id,
    providerId: scope.providerId,
    createdAt: at,
    updatedAt: at,
  }));
  const made = await insert(scope, resource, rows);
  const snapshots = emits ? await presentAll(scope, resource, made) : [];
  await mapInTurns(made, (row, i) => {
    const rowScope = { ...scope, now: drafts[i]?.at ?? scope.now };
    const current = snapshots[i];
    if (emits && current) emit(rowScope, emits, { current });
    audit(rowScope, `${resource.name}.create`, subjectOf(resource, row), () => created(resource, row));
  });
  return made;
}

/**
 * Writes the fields that differ, with their event and audit entry. If nothing differs, it does nothing. Only `transition` writes a status.
 */
export async function change<R extends Resource>(
  scope: WriteScope,
  resource: R,
  before: Row<R>,
  patch: Patch<R>,
  recorded?: Recorded,
): Promise<Row<R>> {
  const [after] = await changeEach(scope, resource, [{ row: before, patch }], recorded);
  return after ?? before;
}

/**
 * Changes any number of rows, all in the same fields, in one statement. See `change`.
 * @returns all given rows in their new state, unchanged ones too
 */
export async function changeEach<R extends Resource>(
  scope: WriteScope,
  resource: R,
  edits: Edit<R>[],
  { emits, action = `${resource.name}.update` }: Recorded = {},
): Promise<Row<R>[]> {
  const effective = edits.filter(({ row, patch }) =>
    Object.entries(patch).some(([key, value]) => differs(row, key, value)),
  );
  const patches = effective.map((edit) => ({
    ...defined(edit.patch),
    id: idOf(edit.row),
    updatedAt: instantOfChange(scope, edit),
  }));
  const written = await updateRows(scope, resource, patches);
  const snapshots = emits ? await presentAll(scope, resource, written) : [];
  const shownBefore = emits
    ? await shownAll(
        scope,
        resource,
        effective.map(({ row }) => row),
      )
    : new Map();
  const after = new Map(written.map((row, i) => [idOf(row), { row, current: snapshots[i] }]));
  await mapInTurns(effective, (edit) => {
    const before = edit.row;
    const result = after.get(idOf(before));
    if (!result) throw new Error(`${resource.name} ${before.id} is missing`);
    const editScope = { ...scope, now: instantOfChange(scope, edit) };
    if (emits && result.current) {
      emitChange(editScope, resource, emits, {
        shownBefore: shownBefore.get(before.id),
        after: result.row,
        current: result.current,
      });
    }
    audit(editScope, action, subjectOf(resource, before), () => ({
      ...differences(resource, before, result.row),
      ...edit.facts,
    }));
  });
  return edits.map(({ row }) => after.get(idOf(row))?.row ?? row);
}

/**
 * The instant of a change: `at` (the scope's `now` by default), but never before the last change of the row. A late run
 * works at past due instants; the history of a row still moves forward only.
 */
export function instantOfChange(
  scope: WriteScope,
  { row, at = scope.now }: { row: object; at?: Date },
): Date {
  const { updatedAt } = row as { updatedAt: Date };
  return updatedAt > at ? updatedAt : at;
}

/** A row as the subject of an audit entry, with the subscription that it belongs to. */
export function subjectOf(resource: Resource, row: { id?: unknown; subscriptionId?: string | null }) {
  return { type: resource.name, id: idOf(row), subscriptionId: row.subscriptionId };
}

function differs(row: Record<string, unknown>, key: string, value: unknown): boolean {
  const current = row[key];
  if (value === undefined) return false;
  if (current instanceof Date && value instanceof Date) return current.getTime() !== value.getTime();
  return !isSameJson(current, value);
}

function defined<T extends object>(patch: T): T {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as T;
}

type Versions<R extends Resource> = {
  shownBefore: Record<string, unknown>;
  after: Row<R>;
  current: { id: string } & Record<string, unknown>;
};

/**
 * Emits the fields that differ between two versions of a row; nothing when no shown field differs.
 * @param versions `shownBefore` are the fields before, as `shownAll` returns them; `current` is the snapshot after the change
 */
export function emitChange<R extends Resource>(
  scope: WriteScope,
  resource: R,
  type: EventType,
  { shownBefore, after, current }: Versions<R>,
): void {
  const own = shown(resource, after);
  // Derived fields that need other rows come from the snapshot.
  const shownAfter = {
    ...own,
    ...Object.fromEntries(missing(resource, after).map((field) => [field, current[field]])),
  };
  const changedFields = Object.keys(shownBefore).filter(
    (field) =>
      field in shownAfter && !isSameJson(shownBefore[field], shownAfter[field]) && field !== 'updatedAt',
  );
  if (changedFields.length === 0) return;
  const previous = Object.fromEntries(changedFields.map((field) => [field, shownBefore[field]]));
  emit(scope, type, { current, previous, changedFields });
}

const ownParts = new WeakMap<Resource, z.ZodObject>();

/**
 * The fields of a snapshot that follow from the row alone: its columns and what is derived from them. Derived fields that
 * need other rows are absent.
 */
export function shown<R extends Resource>(resource: R, row: Row<R>): Record<string, unknown> {
  const derived = resource.derive?.(row);
  const part = ownParts.get(resource) ?? ownPart(resource, derived);
  return present(part, row, derived) as Record<string, unknown>;
}

/**
 * As `shown`, for many rows and with all derived fields, by the ids of the rows. Derived fields that need other rows are
 * loaded.
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
    await mapInTurns(rows, (row) => {
      const loaded = missing(resource, row).map((field) => [field, whole.get(row.id)?.[field]]);
      return [row.id, { ...shown(resource, row), ...Object.fromEntries(loaded) }] as const;
    }),
  );
}

/** The derived fields that need other rows. */
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

/** The changes of an audit entry: each shown field that differs, before and after. */
export function differences<R extends Resource>(resource: R, before: Row<R>, after: Row<R>): Changes {
  const shownBefore = shown(resource, before);
  const shownAfter = shown(resource, after);
  const changes: Changes = {};
  for (const field of Object.keys(shownBefore)) {
    if (field in shownAfter && field !== 'updatedAt' && !isSameJson(shownBefore[field], shownAfter[field])) {
      const audited = resource.audited?.[field] ?? identity;
      changes[field] = { before: audited(shownBefore[field]), after: audited(shownAfter[field]) };
    }
  }
  return changes;
}

function created<R extends Resource>(resource: R, row: Row<R>): Changes {
  const changes: Changes = {};
  for (const [field, value] of Object.entries(shown(resource, row))) {
    const isOmitted = field === 'id' || field === 'createdAt' || field === 'updatedAt' || value === null;
    if (!isOmitted) changes[field] = { before: null, after: (resource.audited?.[field] ?? identity)(value) };
  }
  return changes;
}

function identity(value: unknown): unknown {
  return value;
}

/** The database returns the keys of an object in an order of its own. */
function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b) || isDeepStrictEqual(a, b);
}
