import { randomUUID } from 'node:crypto';
import type { WriteScope } from '../db/scope.ts';
import { flush } from '../db/transaction.ts';
import type { Step } from './stories.ts';

/** Steps under way at a time: while PostgreSQL works on one, the others are prepared. */
const WIDTH = 8;

/**
 * Does steps inside the scope's transaction, begun in the order given. Steps of one lane wait for each other; a step
 * of no lane waits for all before it and holds up all behind it. When one fails no other is begun, and those under
 * way end first: none may write once the transaction is over.
 * @param onDone told after each step how many are done; what it throws fails the step
 */
export async function perform(scope: WriteScope, steps: Step[], onDone?: (steps: number) => void) {
  const lanes = new Map<unknown, Promise<unknown>>();
  const underWay = new Set<Promise<void>>();
  let done = 0;
  const run = async (step: Step) => {
    await Promise.all(step.lanes.map((lane) => lanes.get(lane)));
    await performOne(scope, step);
    onDone?.(++done);
  };
  try {
    for (const step of steps) {
      if (step.lanes.length === 0) await Promise.all(underWay);
      while (underWay.size >= WIDTH) await Promise.race(underWay);
      const running = run(step);
      for (const lane of step.lanes) lanes.set(lane, running);
      underWay.add(running);
      if (step.lanes.length === 0) await running;
      running.then(
        () => underWay.delete(running),
        () => {},
      );
    }
    await Promise.all(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
}

/** A step is what a request would be: an instant, a correlation id and announcements of its own. */
async function performOne(scope: WriteScope, { at, act }: Step): Promise<void> {
  const outbox = { ...scope.outbox, events: [], audit: [] };
  const then = { ...scope, now: at, correlationId: randomUUID(), outbox };
  await act(then);
  await flush(then);
}
