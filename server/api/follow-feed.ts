import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { monotonicMs, SECOND_MS } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import type { EventFeedMeta, eventFeedQuery } from '../contract/event-feed.ts';
import type { EventEnvelope } from '../contract/events.ts';
import { type FeedRead, readFeed } from '../domain/event/read-feed.ts';
import { haveWaitsEnded, onNextEvent, waitingFor } from '../work/committed-events.ts';
import type { ApiContext } from './context.ts';
import { read } from './handlers.ts';

/** Requests of an account that wait at the same time in one process. Contract: Events. */
const MAX_WAITING = 100;

/** The pause between an event and the read that it causes, in ms. */
const TOGETHER_MS = 10;

type Call = { ctx: ApiContext; input: z.output<typeof eventFeedQuery> };

const readOnce: (call: Call) => Promise<FeedRead> = read(readFeed);

/**
 * Reads the feed, and with `wait` again at each event until there is one to answer with. A wait holds no connection and no
 * slot. Contract: Events.
 * @throws UNAUTHORIZED, FORBIDDEN for a caller that is not admitted any more; VALIDATION_FAILED for a foreign cursor; RATE_LIMITED where
 *   too many requests of the account wait
 */
export async function followFeed({
  ctx,
  input,
}: Call): Promise<{ data: EventEnvelope[]; meta: EventFeedMeta }> {
  const until = monotonicMs() + input.wait * SECOND_MS;
  let isGone = false;
  let wake = () => {};
  ctx.whenGone?.(() => {
    isGone = true;
    wake();
  });
  for (let { after } = input; ; ) {
    const next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // Before the read, so that no event is missed between.
    const withdraw = onNextEvent(ctx.providerId, wake, { types: input.type });
    try {
      const { data, meta, isAtEnd } = await readOnce({ ctx, input: { ...input, after } });
      const left = until - monotonicMs();
      // A lost place is known at once: the client may have to copy again.
      if (data.length > 0 || meta.resumed || left <= 0 || haveWaitsEnded() || isGone) return { data, meta };
      after = meta.next;
      if (!isAtEnd) continue;
      if (waitingFor(ctx.providerId) > MAX_WAITING) throw refuse('RATE_LIMITED', { retryAfter: 1 });
      const timer = setTimeout(wake, left);
      await next;
      clearTimeout(timer);
      // Events that commit together are read together.
      await sleep(Math.min(TOGETHER_MS, left));
      await ctx.checkAgain?.();
    } finally {
      withdraw();
    }
  }
}
