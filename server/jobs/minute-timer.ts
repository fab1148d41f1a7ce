import { MINUTE_MS, realNow } from '../clock.ts';

/** After the machine slept, no more than the minutes of one day are made good. */
const MAX_MISSED = 24 * 60;

/**
 * Calls `fire` at each full minute (UTC) with the minutes that began since the last call: one as a rule, several
 * when the process was held up or the machine slept.
 * @returns stops it
 */
export function everyMinute(fire: (minutes: Date[]) => void): () => void {
  const minuteNow = () => Math.floor(realNow().getTime() / MINUTE_MS);
  let last = minuteNow();
  let timer: NodeJS.Timeout;

  function arm(): void {
    timer = setTimeout(
      () => {
        const now = minuteNow();
        // Timers may fire a little early, and the clock may be set back; then nothing is due yet.
        const missed = Math.min(MAX_MISSED, now - last);
        last = now;
        arm();
        if (missed > 0)
          fire(Array.from({ length: missed }, (_, i) => new Date((now - missed + 1 + i) * MINUTE_MS)));
      },
      (last + 1) * MINUTE_MS - realNow().getTime(),
    );
  }

  arm();
  return () => clearTimeout(timer);
}
