import { FairQueue } from '../fair-queue.ts';
import { behindWork, isTurnUsed } from '../turn.ts';

/** The requests that have arrived and wait for a turn of the event loop, by owner. */
const arrivals = new FairQueue<() => void>();
let isAdmitting = false;

/**
 * Resolves in one of the next turns of the event loop, each of which admits as many requests as it has time for. Owners take turns.
 * Requests on a thousand connections may arrive in one turn, and the next ones with their answers.
 * @param owner is called for a request that waits
 * @returns undefined while the turn has time
 */
export function admitted(owner: () => string): Promise<void> | undefined {
  if (!isAdmitting && !isTurnUsed()) return;
  return new Promise((resolve) => {
    arrivals.add(owner(), resolve);
    if (isAdmitting) return;
    isAdmitting = true;
    setImmediate(admitOne);
  });
}

function admitOne(): void {
  arrivals.shift()?.();
  behindWork(admitFurther);
}

function admitFurther(): void {
  isAdmitting = !arrivals.isEmpty;
  if (!isAdmitting) return;
  if (isTurnUsed()) setImmediate(admitOne);
  else admitOne();
}
