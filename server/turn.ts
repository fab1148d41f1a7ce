import { monotonicMs } from './clock.ts';

/** The time that long works may take of a turn of the event loop together, in ms. One of them exceeds it by a part. */
const MOST_MS = 10;

/**
 * Turns between two in which long works go on. Node accepts one connection in a turn, so that a turn of work after the other would keep
 * new connections waiting, also those to what takes no time.
 */
const BETWEEN = 16;

const waiting: (() => void)[] = [];
let isGiving = false;

/** When the first of the long works of this turn began; null before it. */
let began: number | null = null;

/**
 * Whether long works have taken as much of this turn as they may together. Work of any length asks before each of its parts, and takes
 * `nextTurn` if so: the answers of many requests may arrive in one turn, and a limit for each of them would be no limit for their sum.
 */
export function isTurnUsed(): boolean {
  if (began !== null) return monotonicMs() - began > MOST_MS;
  began = monotonicMs();
  setImmediate(endTurn);
  return false;
}

/**
 * Resolves in a later turn of the event loop, first come, first served. Works that take a short time share a turn, so that many of them
 * wait for a few turns only.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (isGiving) return;
    isGiving = true;
    behindOthers(give);
  });
}

function behindOthers(then: () => void, turns = BETWEEN): void {
  setImmediate(() => (turns > 1 ? behindOthers(then, turns - 1) : then()));
}

function endTurn(): void {
  began = null;
}

function give(): void {
  began = monotonicMs();
  giveFirst();
}

function giveFirst(): void {
  waiting.shift()?.();
  // The work is done in microtasks, and what follows comes behind all of them.
  queueMicrotask(() => process.nextTick(giveFurther));
}

function giveFurther(): void {
  if (waiting.length > 0 && !isTurnUsed()) {
    giveFirst();
    return;
  }
  endTurn();
  isGiving = waiting.length > 0;
  if (isGiving) behindOthers(give);
}
