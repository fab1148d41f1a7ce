import type { ErrorKey } from '../contract/errors.ts';
import type { EventType } from '../contract/event-catalogue.ts';

export type Move<S extends string, M extends string> = {
  on: M;
  from: S | readonly S[];
  to: S;
  /** The event the move is announced by; a move may be silent, or its verb announces something richer. */
  emits?: EventType;
  /** What a caller is told who asks for the move where it is not legal. */
  else?: ErrorKey;
  /** Whether the contract names the move or it is ours. */
  source: 'spec' | 'ours';
  /** Under which condition, in words, for people. */
  when?: string;
};

export type Machine<S extends string = string, M extends string = string> = {
  name: string;
  states: readonly S[];
  /** States nothing leaves. */
  terminal: readonly S[];
  moves: readonly Move<S, M>[];
};

/**
 * A state machine as a table: every legal move of a resource, and nothing else. `transition` is the only one who
 * writes a status, and it reads this.
 */
export function defineMachine<const S extends string, const M extends string>(
  name: string,
  table: { states: readonly S[]; moves: readonly Move<S, M>[] },
): Machine<S, M> {
  const left = new Set(table.moves.flatMap((move) => move.from));
  return { name, ...table, terminal: table.states.filter((state) => !left.has(state)) };
}

/** The move a machine makes on `on` from `state`, or undefined where it is not legal. */
export function legalMove<S extends string, M extends string>(machine: Machine<S, M>, state: S, on: M) {
  return machine.moves.find((move) => move.on === on && ([] as S[]).concat(move.from).includes(state));
}
