import { settle } from './credit.ts';
import {
  applyPending,
  endOf,
  endService,
  issueRenewal,
  openWindow,
  type Sub,
  startNextCycle,
  type World,
} from './state.ts';

/** Runs the due work of the model up to an instant, in order. */
export function passTime(world: World, until: number): void {
  for (;;) {
    const due = world.subs
      .flatMap((sub, i) => dueOf(sub).map((each, kind) => ({ ...each, sub, i, kind: each.kind ?? kind })))
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

function dueOf(sub: Sub): Due[] {
  const { status, cycle, hold } = sub;
  return [
    ...(status === 'PENDING' ? [{ at: sub.unpaidUntil, kind: 0, run: cancelUnpaid }] : []),
    ...(hold ? [{ at: hold.until, kind: 1, run: dropHold }] : []),
    ...(cycle?.window != null && !cycle.overdue ? [{ at: cycle.window, kind: 2, run: openWindow }] : []),
    ...(cycle && !cycle.overdue ? [{ at: cycle.end, kind: 3, run: endCycle }] : []),
    ...(cycle?.overdue ? [{ at: cycle.graceEnd, kind: 4, run: endGrace }] : []),
  ];
}

function cancelUnpaid(_world: World, sub: Sub): void {
  Object.assign(sub, { status: 'CANCELLED', reason: 'CANCELLED', archived: true });
}

function dropHold(_world: World, sub: Sub): void {
  sub.hold = null;
  sub.status = 'ACTIVE';
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

function endGrace(world: World, sub: Sub): void {
  endService(world, sub, 'GRACE_EXPIRED');
}
