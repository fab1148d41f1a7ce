import { randomUUID } from 'node:crypto';
import { realNow } from '../clock.ts';
import { log } from '../log.ts';
import type { WakeName } from '../work/wake-names.ts';
import { dueEvents, inngest, laneCounts, wakePayloads } from './client.ts';
import { canSend } from './create-client.ts';

const SLOT_MS = 250;

type WakerOptions = {
  /** Sends one wake-up; `id` makes a repeated one harmless. */
  send: (name: WakeName, providerId: string, id: string) => Promise<unknown>;
  onError: (error: unknown, name: WakeName, providerId: string) => void;
};

/**
 * Throttles wake-ups: sends the first at once, and one more at the end of its 250 ms slot if others followed. Their work may
 * have been committed after the job of the first one ran. While one has no answer, the next waits for it, so a server that
 * hangs does not collect requests.
 */
export function createWaker({ send, onError }: WakerOptions) {
  // Ids are counted, not derived from the time: a timer may fire a millisecond early or the clock may be set back, and a
  // second wake-up with the id of the first would be dropped as repeated.
  const process = randomUUID();
  let sent = 0;
  const slots = new Map<string, { again: boolean }>();

  function sendNow(key: string, name: WakeName, providerId: string): void {
    const now = realNow().getTime();
    const slot = Math.floor(now / SLOT_MS);
    const state = { again: false };
    slots.set(key, state);
    const slotEnds = new Promise<void>((end) => {
      setTimeout(end, (slot + 1) * SLOT_MS - now).unref();
    });
    const id = `${key}:${process}:${++sent}`;
    const answered = Promise.resolve()
      .then(() => send(name, providerId, id))
      .catch((error: unknown) => onError(error, name, providerId));
    void Promise.all([slotEnds, answered]).then(() => {
      slots.delete(key);
      if (state.again) sendNow(key, name, providerId);
    });
  }

  return (name: WakeName, providerId: string): void => {
    const key = `${name}:${providerId}`;
    const current = slots.get(key);
    if (current) current.again = true;
    else sendNow(key, name, providerId);
  };
}

type Start = (providerId: string) => Promise<unknown>;

/** The work that this process starts itself. */
const startedHere = new Map<WakeName, Start>();

/**
 * Sets the work that a wake-up of this process starts without a job. The work goes on in the process. A job would need several
 * calls of the SDK before the work begins. Sweeps still use the job.
 * @param start starts the due work of a provider; several calls may run at a time
 */
export function startHere(name: WakeName, start: Start): void {
  startedHere.set(name, start);
}

const wakeFunctions = createWaker({
  send: (name, providerId, id) =>
    startedHere.get(name)?.(providerId) ??
    inngest.send(
      wakePayloads(providerId, laneCounts[name]).map((payload) =>
        dueEvents[name].create(payload, { id: `${id}:${payload.lane ?? ''}` }),
      ),
    ),
  onError: (err, name, providerId) =>
    log.warn({ err, event: name, providerId }, 'wake-up lost; the sweep will find the work'),
});

/**
 * Sends a wake-up: a provider has due work. It is called after the commit, returns at once and never throws, because a lost
 * wake-up costs latency only. In a process without background functions, such as a command-line tool, it does nothing.
 */
export function wake(name: WakeName, providerId: string): void {
  if (startedHere.has(name) || canSend(inngest)) wakeFunctions(name, providerId);
}
