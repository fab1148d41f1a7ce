import { refuse } from '../contract/errors.ts';
import { eventEntry } from '../contract/event-catalogue.ts';
import type { AuditAction } from '../contract/portal/audit-actions.ts';
import { lowered } from '../contract/texts/reason-texts.ts';
import { audit } from '../work/audit.ts';
import { emit } from '../work/emit.ts';
import { mapInTurns } from '../work/map-in-turns.ts';
import type { WriteScope } from '../work/scope.ts';
import { legalMove, type Move } from './define-machine.ts';
import {
  differences,
  emitChange,
  instantOfChange,
  type Patch,
  shown,
  shownAll,
  subjectOf,
} from './record.ts';
import { idOf, presentAll, type Resource, type Row } from './resource.ts';
import { updateRows } from './write-rows.ts';

type MoveOf<R extends Resource> = R extends Resource<infer _T, infer _S, infer M> ? M : never;

/** A row to move, and the fields that are written with its status. */
export type Step<R extends Resource> = {
  row: Row<R>;
  patch?: Patch<R>;
  /** The instant of the move, by the provider's clock; the scope's `now` by default. */
  at?: Date;
};

/** The rows of one statement. Their events and audit entries take the thread, so more than some hundred would delay other requests. */
const ROWS_OF_STATEMENT = 250;

/**
 * Moves one row. Only this function, `transitionAll` and `transitionEach` write a status.
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
  const errorKey = resource.machine?.moves.find((move) => move.on === on)?.else ?? 'CONFLICT';
  throw refuse(
    errorKey,
    errorKey === 'CONFLICT'
      ? { message: `This cannot be done while it is ${lowered(String(row.status))}.` }
      : {},
  );
}

/** Moves a set of rows now, with the same patch. See `transitionEach`. */
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
 * Moves a set of rows, each with its own patch (of the same fields) at its own instant. Each row makes the move that
 * leaves its own state. A row that no such move leaves, or that is no longer in the state in which it was read, stays as
 * it is and is not returned. So two runs cannot both move one row, and the announced previous state is the true one.
 * @param options `update` writes the rows, now or later in the transaction, and returns those that it moves
 * @returns the rows that moved, in the order given
 */
export async function transitionEach<R extends Resource>(
  scope: WriteScope,
  resource: R,
  on: MoveOf<R>,
  steps: Step<R>[],
  { update = updateRows }: { update?: typeof updateRows<R> | undefined } = {},
): Promise<Row<R>[]> {
  const { machine } = resource;
  if (!machine) throw new Error(`${resource.name} has no machine`);
  const stepsByMove = new Map<Move<string, string>, Step<R>[]>();
  for (const step of steps) {
    const move = legalMove(machine, step.row.status as string, on);
    if (!move) continue;
    const group = stepsByMove.get(move) ?? [];
    stepsByMove.set(move, group);
    group.push(step);
  }
  const moved: Row<R>[] = [];
  for (const [move, group] of stepsByMove) {
    for (let at = 0; at < group.length; at += ROWS_OF_STATEMENT) {
      const part = group.slice(at, at + ROWS_OF_STATEMENT);
      moved.push(...(await makeMove(scope, resource, move, part, update)));
    }
  }
  if (stepsByMove.size <= 1) return moved;
  const movedById = new Map(moved.map((row) => [row.id, row]));
  return steps.flatMap(({ row }): Row<R>[] => {
    const after = movedById.get(row.id);
    return after ? [after] : [];
  });
}

/** Moves at most `ROWS_OF_STATEMENT` rows by one move, in one statement, and writes their events and audit entries. */
async function makeMove<R extends Resource>(
  scope: WriteScope,
  resource: R,
  move: Move<string, string>,
  steps: Step<R>[],
  update: typeof updateRows<R>,
): Promise<Row<R>[]> {
  const patches = steps.map((step) => ({
    ...step.patch,
    id: idOf(step.row),
    status: move.to,
    updatedAt: instantOfChange(scope, step),
  }));
  const fromStatuses = steps.map(({ row }) => row.status as string);
  const moved = await update(scope, resource, patches, fromStatuses);
  const snapshots = move.emits ? await presentAll(scope, resource, moved) : [];
  const rule = move.emits && eventEntry(move.emits).previous;
  const shownRows = rule === 'changed' ? steps.map(({ row }) => row) : [];
  const shownBefore = await shownAll(scope, resource, shownRows);
  const stepOf = new Map(steps.map((step) => [idOf(step.row), step]));
  await mapInTurns(moved, (after, i) => {
    const step = stepOf.get(idOf(after)) as Step<R>;
    const before = step.row;
    const rowScope = { ...scope, now: instantOfChange(scope, step) };
    // `defineResource` checks that the moves of a machine are audit verbs of its resource.
    const action = `${resource.name}.${move.on}` as AuditAction;
    audit(rowScope, action, subjectOf(resource, after), () => differences(resource, before, after));
    const current = snapshots[i];
    if (!move.emits || !rule || !current) return;
    if (rule === 'changed') {
      emitChange(rowScope, resource, move.emits, {
        shownBefore: shownBefore.get(before.id) ?? {},
        after,
        current,
      });
    } else {
      const fields = shown(resource, before);
      const previous =
        rule === 'absent' ? undefined : Object.fromEntries(rule.map((field) => [field, fields[field]]));
      emit(rowScope, move.emits, { current, previous });
    }
  });
  return moved;
}
