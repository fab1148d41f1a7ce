import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/**
 * Measures how long the event loop of its process is taken at a time. It counts the CPU time of the main thread between two ticks of
 * a timer where Linux gives it, so that other work on the machine makes no difference; else the time on the clock.
 */

/** The time between two ticks, in ms. */
const EVERY_MS = 2;

const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;

/** The CPU time of the main thread so far, in ms. */
function cpuMs(): number | null {
  try {
    return Number(readFileSync(SCHEDSTAT, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return null;
  }
}

const usedMs = () => cpuMs() ?? performance.now();
const idleMs = cpuMs() === null ? EVERY_MS : 0;

let longest = 0;
let last = usedMs();

function look(): void {
  const now = usedMs();
  longest = Math.max(longest, now - last - idleMs);
  last = now;
}

setInterval(look, EVERY_MS).unref();

/** Answers each message of the parent process with the longest stall since the one before, in ms. */
process.on('message', () => {
  look();
  process.send?.({ longestMs: longest });
  longest = 0;
});
process.channel?.unref();
