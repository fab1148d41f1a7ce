import type { WakeName } from './wake-names.ts';

/** Called with the wake-ups of each committed transaction. Losing one costs latency, never work. */
let afterCommit: (providerId: string, wakes: ReadonlySet<WakeName>) => void = () => {};

/** Sets the listener for the wake-ups of committed transactions. */
export function onCommit(listener: typeof afterCommit): void {
  afterCommit = listener;
}

/** Sends the wake-ups of work that is committed. */
export function wakeNow(providerId: string, ...wakes: WakeName[]): void {
  if (wakes.length > 0) afterCommit(providerId, new Set(wakes));
}
