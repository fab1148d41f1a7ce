import { randomUUID } from 'node:crypto';
import type { WriteScope } from '../db/scope.ts';
import { flush } from '../db/transaction.ts';
import type { DueItem } from '../domain/model/due-work.ts';
import type { RoundWork } from '../domain/scheduling/run.ts';
import { AnnouncedRefusal } from '../state/announced-refusal.ts';
import type { Diary, Step } from './stories.ts';

/** Steps under way at a time: while PostgreSQL works on one, the others are prepared. */
const WIDTH = 8;

/**
 * What customers do, as work that falls due: their next step each, so that it comes after all that fell due for them
 * before, and what different ones do is done together.
 * @param onDone told after each step; what it throws fails the step
 */
export function customerSteps(diaries: readonly Diary[], onDone: () => void): RoundWork {
  const done = new Map<Diary, number>();
  const nextOf = (diary: Diary) => diary.steps[done.get(diary) ?? 0];
  return {
    name: 'customer step',
    async due(_scope, until, limit) {
      return diaries
        .flatMap((diary, i): DueItem<Diary>[] => {
          const step = nextOf(diary);
          const subscriberId = diary.id || `customer ${i}`;
          return step && step.at <= until ? [{ at: step.at, subscriberId, row: diary }] : [];
        })
        .sort((a, b) => a.at.getTime() - b.at.getTime())
        .slice(0, limit);
    },
    async run(scope, items) {
      const waiting = (items as DueItem<Diary>[]).map(({ row }) => row).reverse();
      const work = async () => {
        for (let diary = waiting.pop(); diary; diary = waiting.pop()) {
          await takeStep(scope, nextOf(diary) as Step);
          done.set(diary, (done.get(diary) ?? 0) + 1);
          onDone();
        }
      };
      const outcomes = await Promise.allSettled(Array.from({ length: WIDTH }, work));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

/**
 * A step is what a request would be: an instant, a correlation id and announcements of its own. A refusal that is
 * announced is part of the story.
 */
export async function takeStep(scope: WriteScope, { at, act }: Step): Promise<void> {
  const outbox = { ...scope.outbox, events: [], audit: [] };
  const then = { ...scope, now: at, correlationId: randomUUID(), outbox };
  try {
    await act(then);
  } catch (error) {
    if (!(error instanceof AnnouncedRefusal)) throw error;
    await error.announce(then);
  }
  await flush(then);
}
