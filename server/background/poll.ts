import type { Logger } from 'inngest';
import { asJob } from '../db/client.ts';

type PollOptions = {
  log: Pick<Logger, 'warn'>;
  /** Logged once per outage. */
  failure: string;
  /** The pause between the end of one poll and the next, in ms, where no more work waits. */
  pauseMs: number;
};

/**
 * Does work again and again, with a pause between. A failure is logged, and the next poll tries again.
 * @param work returns true where more waits
 * @returns a function that stops it
 */
export function poll(work: () => Promise<unknown>, { log, failure, pauseMs }: PollOptions): () => void {
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function once(): Promise<void> {
    let isMore = false;
    try {
      isMore = (await work()) === true;
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, failure);
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(once, isMore ? 0 : pauseMs);
  }

  void asJob(once);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
