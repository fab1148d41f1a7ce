const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop that no other caller gets, first come, first served. Work of tens of milliseconds takes one
 * between its parts. Other requests then wait for one part, however many of such works there are.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
