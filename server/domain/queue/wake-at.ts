import { realNow } from '../../clock.ts';
import { wakeNow } from '../../work/wake.ts';
import type { WakeName } from '../../work/wake-names.ts';

type Alarm = { at: number; timer: NodeJS.Timeout };

/** The next wake-up of each queue of a provider. */
const alarms = new Map<string, Alarm>();

/**
 * Wakes the job of a queue when its next row is due. The run that follows looks for the row after it and sets the next alarm, so one
 * alarm for each queue and provider is enough, however many rows wait. An alarm that is lost with its process costs latency
 * only: the sweep finds the row.
 * @param at real time
 */
export function wakeAt(name: WakeName, providerId: string, at: Date): void {
  const key = `${name} ${providerId}`;
  const known = alarms.get(key);
  if (known && known.at <= at.getTime()) return;
  clearTimeout(known?.timer);
  const ring = () => {
    alarms.delete(key);
    wakeNow(providerId, name);
  };
  const waitMs = Math.max(0, at.getTime() - realNow().getTime());
  // A timer may fire a millisecond early.
  alarms.set(key, { at: at.getTime(), timer: setTimeout(ring, waitMs + 1).unref() });
}
