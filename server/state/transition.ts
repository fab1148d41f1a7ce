import { refuse } from '../contract/errors.ts';
import { eventEntry } from '../contract/event-catalogue.ts';
import type { WriteScope } from '../db/scope.ts';
import { audit } from '../events/audit.ts';
import { emit } from '../events/emit.ts';
import { legalMove } from './define-machine.ts';
import { aboutRow, announceChange, differences, instantOf, type Patch, shown, shownAll } from './record.ts';
import { presentAll, type Resource, type Row } from './resource.ts';
import { updateRows } from './write-rows.ts';

type MoveOf<R extends Resource> = R extends Resource<infer _T, infer _S, infer M> ? M : never;

/** A row to be moved, with what is written beside its status. */
export type Step<R extends Resource> = {
  row: Row<R>;
  patch?: Patch<R>;
  /** When it happens, by the provider's clock; the scope's `now` unless given. */
  at?: Date;
};

/**
 * Moves one row. The only way a status changes, with the two below.
 * @param patch other fields written with it
 * @throws the move's `else` (CONFLICT when it names none) when the row is in a state the move does not leave
 */
export async function transition<R extends Resource>(
  scope: WriteScope,
  resource: R,
  row: Row<R>,
  on: MoveOf<R>,
  patch: Patch<R> = {},
): Promise<Row<R>> {
  const [moved] = await transitionEach(scope, resource, on, [{ row, patch }]);
  if (moved) return moved;
  const otherwise = resource.machine?.moves.find((move) => move.on === on)?.else ?? 'CONFLICT';
  throw refuse(
    otherwise,
    otherwise === 'CONFLICT' ? { message: `This cannot be done while it is ${row.status}.` } : {},
  );
}

/** Moves a set of rows now, all by the same move and with the same patch. See `transitionEach`. */
export function transitionAll<R extends Resource>(
  scope: WriteScope,
  resource: R,
  rows: Row<R>[],
  on: MoveOf<R>,
  patch: Patch<R> = {},
): Promise<Row<R>[]> {
  return transitionEach(
    scope,
    resource,
    on,
    rows.map((row) => ({ row, patch })),
  );
}

/**
 * Moves a set of rows, all by the same move, each with its own patch (of the same fields) at its own instant. Rows in
 * another state than the move leaves, or than they were read in, stay as they are and are not given back: two runs
 * cannot both move one, and what is announced as the state before was the state before.
 */
export async function transitionEach<R extends Resource>(
  scope: WriteScope,
  resource: R,
  on: MoveOf<R>,
  steps: Step<R>[],
): Promise<Row<R>[]> {
  const { machine } = resource;
  if (!machine) throw new Error(`${resource.name} has no machine`);
  const movable = steps.filter(({ row }) => legalMove(machine, row.status as string, on));
  const [first] = movable;
  const move = first && legalMove(machine, first.row.status as string, on);
  if (!move) return [];
  const patches = movable.map((step) => ({
    ...step.patch,
    id: step.row.id as string,
    status: move.to,
    updatedAt: instantOf(scope, step),
  }));
  const were = movable.map(({ row }) => row.status as string);
  const moved = await updateRows(scope, resource, patches, were);
  const snapshots = move.emits ? await presentAll(scope, resource, moved) : [];
  const rule = move.emits && eventEntry(move.emits).previous;
  const before = rule === 'changed' ? movable.map(({ row }) => row) : [];
  const shownBefore = await shownAll(scope, resource, before);
  const stepOf = new Map(movable.map((step) => [step.row.id as string, step]));
  for (const [i, after] of moved.entries()) {
    const step = stepOf.get(after.id as string) as Step<R>;
    const was = step.row;
    const then = { ...scope, now: instantOf(scope, step) };
    audit(then, `${resource.name}.${on}`, aboutRow(resource, after), () => differences(resource, was, after));
    if (!move.emits || !rule) continue;
    const current = snapshots[i] as never;
    if (rule === 'changed') {
      announceChange(then, resource, shownBefore.get(was.id) ?? {}, after, move.emits, current);
    } else {
      const fields = shown(resource, was);
      const previous =
        rule === 'absent' ? undefined : Object.fromEntries(rule.map((field) => [field, fields[field]]));
      emit(then, move.emits, { current, previous });
    }
  }
  return moved;
}
