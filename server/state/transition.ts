import { inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { refuse } from '../contract/errors.ts';
import { eventEntry } from '../contract/events.ts';
import type { WriteScope } from '../db/scope.ts';
import { audit } from '../events/audit.ts';
import { emit } from '../events/emit.ts';
import { legalMove } from './define-machine.ts';
import { announceChange, differences, type Patch, shown, write } from './record.ts';
import { presentAll, type Resource, type Row } from './resource.ts';

type MoveOf<R extends Resource> = R extends Resource<infer _T, infer _S, infer M> ? M : never;

/**
 * Moves one row. The only way a status changes, with `transitionAll`.
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
  const [moved] = await transitionAll(scope, resource, [row], on, patch);
  if (moved) return moved;
  const otherwise = resource.machine?.moves.find((move) => move.on === on)?.else ?? 'CONFLICT';
  throw refuse(
    otherwise,
    otherwise === 'CONFLICT' ? { message: `This cannot be done while it is ${row.status}.` } : {},
  );
}

/**
 * Moves a set of rows, all by the same move. Rows in another state than the move leaves, or taken by somebody else
 * since they were read, stay as they are and are not given back: two runs cannot both move one.
 */
export async function transitionAll<R extends Resource>(
  scope: WriteScope,
  resource: R,
  rows: Row<R>[],
  on: MoveOf<R>,
  patch: Patch<R> = {},
): Promise<Row<R>[]> {
  const { machine } = resource;
  if (!machine) throw new Error(`${resource.name} has no machine`);
  const movable = rows.filter((row) => legalMove(machine, row.status as string, on));
  const first = movable[0];
  if (!first) return [];
  const move = legalMove(machine, first.status as string, on);
  if (!move) return [];
  const before = new Map(movable.map((row) => [row.id as string, row]));
  const status = (resource.table as unknown as { status: PgColumn }).status;
  const from = inArray(status, [move.from].flat()) as SQL;
  const moved = await write(scope, resource, [...before.keys()], { ...patch, status: move.to }, from);
  const snapshots = move.emits ? await presentAll(scope, resource, moved) : [];
  for (const [i, after] of moved.entries()) {
    const was = before.get(after.id as string) as Row<R>;
    audit(
      scope,
      `${resource.name}.${on}`,
      { type: resource.name, id: after.id as string },
      differences(resource, was, after),
    );
    if (!move.emits) continue;
    const rule = eventEntry(move.emits).previous;
    if (rule === 'changed') await announceChange(scope, resource, was, after, move.emits);
    else {
      const fields = shown(resource, was);
      const previous =
        rule === 'absent' ? undefined : Object.fromEntries(rule.map((field) => [field, fields[field]]));
      emit(scope, move.emits, { current: snapshots[i] as never, previous });
    }
  }
  return moved;
}
