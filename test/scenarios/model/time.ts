import { cancelUnpaid, dropHold } from './commands.ts';
import { settle } from './credit.ts';
import {
  applyPending,
  endOf,
  endService,
  graceEnd,
  holdEnd,
  issueRenewal,
  openWindow,
  type Sub,
  startNextCycle,
  unpaidEnd,
  type World,
} from './state.ts';

/** Runs the due work of the model up to an instant, in order. */
export function passTime(world: World, until: number): void {
  for (;;) {
    const due = world.subs
      .flatMap((sub, i) =>
        dueOf(world, sub).map((each, kind) => ({ ...each, sub, i, kind: each.kind ?? kind })),
      )
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at || a.kind - b.kind || a.i - b.i);
    const [first] = due;
    if (!first) break;
    world.now = Math.max(world.now, first.at);
    first.run(world, first.sub);
    settle(world);
  }
  world.now = until;
  settle(world);
}

type Due = { at: number; kind: number; run(world: World, sub: Sub): void };

function dueOf(world: World, sub: Sub): Due[] {
  const { status, cycle, hold, next } = sub;
  return [
    ...(status === 'PENDING' ? [{ at: unpaidEnd(world, sub), kind: 0, run: cancelUnpaid }] : []),
    ...(hold && cycle ? [{ at: holdEnd(world, hold, cycle), kind: 1, run: dropHold }] : []),
    ...(cycle?.window != null && !cycle.overdue ? [{ at: cycle.window, kind: 2, run: openWindow }] : []),
    ...(cycle && !cycle.overdue ? [{ at: cycle.end, kind: 3, run: endCycle }] : []),
    ...(cycle?.overdue ? [{ at: graceEnd(world, cycle, next), kind: 4, run: endGrace }] : []),
  ];
}

function endCycle(world: World, sub: Sub): void {
  const { cycle } = sub;
  if (!cycle) return;
  const end = endOf(sub);
  if (end !== null && end <= cycle.end) {
    endService(world, sub, sub.cancelAt === null ? 'PLAN_REMOVED' : 'CANCELLED');
    return;
  }
  applyPending(world, sub);
  cycle.window = null;
  if (!sub.next) issueRenewal(world, sub);
  if (sub.next?.paid) startNextCycle(sub);
  else cycle.overdue = true;
}

/** An end of service that was requested in transit is due too. */
function endGrace(world: World, sub: Sub): void {
  const { cancelAt, removalAt } = sub;
  endService(
    world,
    sub,
    cancelAt !== null ? 'CANCELLED' : removalAt !== null ? 'PLAN_REMOVED' : 'GRACE_EXPIRED',
  );
}
