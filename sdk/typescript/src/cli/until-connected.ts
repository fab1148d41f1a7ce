import { setTimeout as sleep } from 'node:timers/promises';
import { DemarcConnectionError, DemarcError } from '../errors.ts';
import type { Io } from './command.ts';

/** Repeats a read while the server cannot be reached or is busy. */
export async function untilConnected<T>(read: () => Promise<T>, io: Pick<Io, 'note'>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await read();
      if (attempt > 1) io.note('Connected again.');
      return result;
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (attempt === 1) io.note(`${error.message}. Trying until it works.`);
      await sleep(Math.min(10_000, 500 * 2 ** (attempt - 1)));
    }
  }
}

function isPassing(error: unknown): error is Error {
  if (error instanceof DemarcConnectionError) return true;
  return (
    error instanceof DemarcError && (error.status >= 500 || error.status === 429 || error.status === 408)
  );
}
