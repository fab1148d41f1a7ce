import type { QueryClient } from '@tanstack/react-query';
import { CHANGES_PATH, type Changes } from '@/server/contract/portal/changes.ts';
import { createRefresh } from './refresh.ts';

/** The pause before the next attempt after the server has refused the stream, in ms. */
const REFUSED_MS = 30_000;

type Message = { position: string; changes: Changes };

/**
 * Reads again what a page shows when its events change it. All windows of a browser share one stream: the one that has the
 * lock opens it and passes on what it gets. Only a visible window holds the lock.
 * @returns a function that ends it
 */
export function followChanges(queries: QueryClient, providerId: string): () => void {
  const name = `demarc changes ${providerId}`;
  const refresh = createRefresh(queries);
  const windows = new BroadcastChannel(name);
  let position: string | undefined;
  let turn: AbortController | undefined;

  const take = (message: Message) => {
    position = message.position;
    refresh(message.changes);
  };
  windows.onmessage = ({ data }) => take(data);

  /** Holds the stream until the signal ends it. */
  const listen = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      let source: EventSource | undefined;
      let retry: ReturnType<typeof setTimeout>;
      const open = () => {
        // Nothing is known yet: the page was read when it was loaded.
        const since = position === undefined ? `age=${Math.round(performance.now())}` : `after=${position}`;
        source = new EventSource(`${CHANGES_PATH}?${since}`);
        source.onmessage = ({ data, lastEventId }) => {
          const message = { position: lastEventId, changes: JSON.parse(data) };
          take(message);
          windows.postMessage(message);
        };
        // A lost connection is opened again by the browser, a refused one is not.
        source.onerror = () => {
          if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, REFUSED_MS);
        };
      };
      signal.addEventListener('abort', () => {
        clearTimeout(retry);
        source?.close();
        resolve();
      });
      if (!signal.aborted) open();
    });

  const begin = () => {
    turn?.abort();
    turn = undefined;
    if (document.visibilityState === 'hidden') return;
    turn = new AbortController();
    const { signal } = turn;
    // Without https there are no locks, and each visible window has a stream.
    if (navigator.locks) navigator.locks.request(name, { signal }, () => listen(signal)).catch(() => {});
    else void listen(signal);
  };

  begin();
  document.addEventListener('visibilitychange', begin);
  return () => {
    document.removeEventListener('visibilitychange', begin);
    turn?.abort();
    windows.close();
  };
}
