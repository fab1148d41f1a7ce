import { SECOND_MS } from '../clock.ts';
import { batch } from '../db/batch.ts';
import { database } from '../db/client.ts';
import { openPool } from '../db/driver/pool.ts';
import { log } from '../log.ts';
import { type WakeName, wakeNames } from '../work/wake-names.ts';
import { createWaker } from './wake.ts';

/** The channel of LISTEN and NOTIFY. */
const CHANNEL = 'demarc_wake';

/** How often LISTEN is repeated, in ms, because a new connection listens to nothing. */
const LISTEN_AGAIN_MS = 5 * SECOND_MS;

/** The wake-ups of one moment are one statement. A lost one costs latency only, so its commit does not wait for the disk. */
const notify = batch(async (payloads: string[]): Promise<boolean[]> => {
  await database().sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, payload)
    from unnest(${payloads}::text[]) as payload`;
  return payloads.map(() => true);
});

/**
 * Wakes the processes that run the background functions: a provider has due work. For a process that runs none and has no Inngest
 * server. It returns at once and never throws.
 */
export const notifyOthers = createWaker({
  send: (name, providerId) => notify(`${name} ${providerId}`),
  onError: (err, name, providerId) =>
    log.warn({ err, event: name, providerId }, 'wake-up lost; the sweep will find the work'),
});

const isWakeName = (name: string): name is WakeName => (wakeNames as readonly string[]).includes(name);

/**
 * Calls `wake` for the wake-ups of other processes. What is sent while the connection is away, or through a pooler that
 * shares connections between transactions, is lost; the sweep finds that work.
 * @param againMs how often LISTEN is repeated, in ms
 * @returns a function that stops listening
 */
export function listenForWakes(
  url: string,
  wake: (name: WakeName, providerId: string) => void,
  againMs = LISTEN_AGAIN_MS,
): () => Promise<void> {
  const onnotify = (_channel: string, payload: string) => {
    const [name = '', providerId = ''] = payload.split(' ');
    if (isWakeName(name)) wake(name, providerId);
  };
  const options = {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'demarc wake-ups' },
    onnotify,
  };
  const sql = openPool(url, options);
  let isFailing = false;
  async function listen(): Promise<void> {
    try {
      await sql.unsafe(`listen ${CHANNEL}`);
      isFailing = false;
    } catch (err) {
      // Logged once per outage.
      if (!isFailing) log.warn({ err }, 'wake-ups of other processes are lost; the sweep finds their work');
      isFailing = true;
    }
  }
  void listen();
  const again = setInterval(listen, againMs);
  return async () => {
    clearInterval(again);
    await sql.end({ timeout: 1 });
  };
}
