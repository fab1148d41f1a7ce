import type { ErrorKey } from '../contract/errors.ts';
import type { EventType } from '../contract/event-catalogue.ts';

export type Move<S extends string, M extends string> = {
  on: M;
  from: S | readonly S[];
  to: S;
  /** The event of the move. Absent when the move has none, or when its verb emits a more specific one. */
  emits?: EventType;
  /** The error where the move is not legal; CONFLICT when absent. */
  else?: ErrorKey;
  /** Whether the contract names the move. */
  source: 'contract' | 'demarc';
  /** The condition as a sentence, for the documentation. */
  when?: string;
};

export type Machine<S extends string = string, M extends string = string> = {
  name: string;
  states: readonly S[];
  /** States that no move leaves. */
  terminal: readonly S[];
  moves: readonly Move<S, M>[];
};

/**
 * A state machine as a table of the legal moves of a resource. Only `transition` writes a status, by this table.
 */
export function defineMachine<const S extends string, const M extends string>(
  name: string,
  table: { states: readonly S[]; moves: readonly Move<S, M>[] },
): Machine<S, M> {
  const left = new Set(table.moves.flatMap((move) => move.from));
  return { name, ...table, terminal: table.states.filter((state) => !left.has(state)) };
}

/** The move `on` from `state`; undefined when it is not legal. */
export function legalMove<S extends string, M extends string>(machine: Machine<S, M>, state: S, on: M) {
  return machine.moves.find((move) => move.on === on && ([] as S[]).concat(move.from).includes(state));
}
