import type { ServerResponse } from 'node:http';

/** Resolves when an answer is made, or waits until its client reads, or its connection is closed: a slow client delays only itself. */
export function answerMade(res: ServerResponse): Promise<void> {
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  return new Promise((made) => {
    onEnd(res, made);
    res.once('close', made);
    res.write = (...args: unknown[]) => {
      const isTaken = write(...args);
      if (!isTaken) made();
      return isTaken;
    };
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
