import type { ServerResponse } from 'node:http';

/**
 * Resolves when an answer is made, or its connection is closed: not when it has been read. Parts are taken from then on as fast as they
 * are made, so that a client that reads slowly delays only itself; `unreadLimit` limits what it leaves in memory.
 */
export function answerMade(res: ServerResponse): Promise<void> {
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  res.write = (...args: unknown[]) => {
    write(...args);
    return true;
  };
  return new Promise((made) => {
    onEnd(res, made);
    res.once('close', made);
  });
}

/** Calls `then` once the last part of an answer was given to it, also where it waits behind other answers of its connection. */
export function onEnd(res: ServerResponse, then: () => void): void {
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
  res.end = (...args: unknown[]) => {
    end(...args);
    then();
    return res;
  };
}
