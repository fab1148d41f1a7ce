import { monotonicMs } from './clock.ts';
import { FairQueue } from './fair-queue.ts';

/** The time that long works may take of a turn of the event loop together, in ms. One of them exceeds it by a part. */
const MOST_MS = 10;

/**
 * Turns between two in which long works go on. Node accepts one connection in a turn, so that a turn of work after the other would keep
 * new connections waiting, also those to what takes no time. While one arrives in each turn, there are more, because others may wait.
 */
const BETWEEN = { least: 16, most: 64 };

/** The most time between them while no connection arrives, in ms: each of the turns may have a long request. */
const BETWEEN_MS = 20;

/** Whether a connection has arrived in this turn. */
let hasAccepted = false;

/** To be called for each connection that arrives. */
export function noteConnection(): void {
  hasAccepted = true;
}

/** What waits for a turn, first in, first out. */
const waiting: (() => void)[] = [];
/** Works that take most of a turn, by owner. They wait behind the others. */
const long = new FairQueue<() => void>();
/** Whether a long work goes first: the short ones have used the turn before, and others of them may wait all the time. */
let isLongDue = false;
let hasGivenLong = false;
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
    beginToGive();
  });
}

/**
 * As `nextTurn`, for work that takes most of a turn. Owners take turns, and works that take a short time go first: many long works of one
 * owner would keep an answer waiting for the sum of their times.
 */
export function nextTurnOf(owner: string): Promise<void> {
  return new Promise((resolve) => {
    long.add(owner, resolve);
    beginToGive();
  });
}

/** Resolves at once in a turn that has time and while nothing waits, else as `nextTurnOf`: what comes does not go before what waits. */
export async function turnOf(owner: string): Promise<void> {
  if (isGiving || isTurnUsed()) await nextTurnOf(owner);
}

function beginToGive(): void {
  if (isGiving) return;
  isGiving = true;
  behindOthers(give);
}

function behindOthers(then: () => void, turns = 1, since = monotonicMs()): void {
  hasAccepted = false;
  setImmediate(() => {
    const isLong = turns >= BETWEEN.least || monotonicMs() - since > BETWEEN_MS;
    if (hasAccepted ? turns >= BETWEEN.most : isLong) then();
    else behindOthers(then, turns + 1, since);
  });
}

function endTurn(): void {
  began = null;
}

function give(): void {
  began = monotonicMs();
  hasGivenLong = false;
  giveOne();
}

function giveOne(): void {
  const next = isLongDue ? nextLong() : (waiting.shift() ?? nextLong());
  next?.();
  behindWork(giveFurther);
}

function giveFurther(): void {
  const isOver = waiting.length === 0 && long.isEmpty;
  if (!isOver && !isTurnUsed()) {
    giveOne();
    return;
  }
  endTurn();
  isGiving = !isOver;
  isLongDue = !hasGivenLong && !long.isEmpty;
  if (isGiving) behindOthers(give);
}

/** Calls `then` once the work that has just been given its turn is done: in microtasks, behind all of them. */
export function behindWork(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}

function nextLong(): (() => void) | undefined {
  hasGivenLong = true;
  isLongDue = false;
  return long.shift();
}
