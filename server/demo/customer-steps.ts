import { randomUUID } from 'node:crypto';
import type { DueItem } from '../domain/queue/due-work.ts';
import type { PassWork } from '../domain/scheduling/run.ts';
import { AnnouncedRefusal } from '../state/announced-refusal.ts';
import type { WriteScope } from '../work/scope.ts';
import { flush } from '../work/write-out.ts';
import type { CustomerTimeline, Step } from './scenarios.ts';

/** Steps that run at a time. Their statements share messages, which cost more than most of them. */
const WIDTH = 128;

/**
 * The steps of all customers as due work. Each customer offers only the next step, so a step runs after everything that
 * fell due for that customer before it. Steps of different customers run together.
 * @param onDone called after each step; an error that it throws fails the step
 */
export function customerSteps(timelines: readonly CustomerTimeline[], onDone: () => void): PassWork {
  const done = new Map<CustomerTimeline, number>();
  const nextOf = (timeline: CustomerTimeline) => timeline.steps[done.get(timeline) ?? 0];
  return {
    async due(_scope, until, limit) {
      return timelines
        .flatMap((timeline, i): DueItem<CustomerTimeline>[] => {
          const step = nextOf(timeline);
          const subscriberId = timeline.id || `customer ${i}`;
          return step && step.at <= until ? [{ at: step.at, subscriberId, row: timeline }] : [];
        })
        .sort((a, b) => a.at.getTime() - b.at.getTime())
        .slice(0, limit);
    },
    async run(scope, items) {
      const remaining = (items as DueItem<CustomerTimeline>[]).map(({ row }) => row).reverse();
      const work = async () => {
        for (let timeline = remaining.pop(); timeline; timeline = remaining.pop()) {
          await runStep(scope, nextOf(timeline) as Step);
          done.set(timeline, (done.get(timeline) ?? 0) + 1);
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
 * Runs a step like a request: with its own instant, correlation id and outbox. An announced refusal writes its event and
 * does not fail the step.
 */
export async function runStep(scope: WriteScope, { at, act }: Step): Promise<void> {
  const outbox = { ...scope.outbox, events: [], audit: [] };
  const stepScope = { ...scope, now: at, correlationId: randomUUID(), outbox };
  try {
    await act(stepScope);
  } catch (error) {
    if (!(error instanceof AnnouncedRefusal)) throw error;
    await error.announce(stepScope);
  }
  await flush(stepScope);
}
