import { askNext, endOf, holdAnew, leave, promote, type Sub, takeOver, type World } from './state.ts';

/** Lets time pass in the model: what falls due happens in order, each thing at its own instant. */
export function passTime(world: World, until: number): void {
  for (;;) {
    const due = world.subs
      .flatMap((sub, i) => dueOf(sub).map((each, kind) => ({ ...each, sub, i, kind: each.kind ?? kind })))
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at || a.kind - b.kind || a.i - b.i);
    const [first] = due;
    if (!first) break;
    world.now = Math.max(world.now, first.at);
    first.happens(world, first.sub);
  }
  world.now = until;
}

type Due = { at: number; kind: number; happens(world: World, sub: Sub): void };

function dueOf(sub: Sub): Due[] {
  const { status, cycle, hold } = sub;
  return [
    ...(status === 'PENDING' ? [{ at: sub.unpaidUntil, kind: 0, happens: giveUp }] : []),
    ...(hold ? [{ at: hold.until, kind: 1, happens: dropHold }] : []),
    ...(cycle?.window != null && !cycle.overdue ? [{ at: cycle.window, kind: 2, happens: openWindow }] : []),
    ...(cycle && !cycle.overdue ? [{ at: cycle.end, kind: 3, happens: endCycle }] : []),
    ...(cycle?.overdue ? [{ at: cycle.graceEnd, kind: 4, happens: endGrace }] : []),
  ];
}

function giveUp(_world: World, sub: Sub): void {
  Object.assign(sub, { status: 'CANCELLED', reason: 'CANCELLED', archived: true });
}

function dropHold(_world: World, sub: Sub): void {
  sub.hold = null;
  sub.status = 'ACTIVE';
}

/** The renewal is asked for, unless the subscription is to end. */
export function openWindow(world: World, sub: Sub): void {
  if (sub.cycle) sub.cycle.window = null;
  if (endOf(sub) !== null) return;
  askNext(world, sub);
  holdAnew(world, sub);
}

function endCycle(world: World, sub: Sub): void {
  const { cycle } = sub;
  if (!cycle) return;
  const end = endOf(sub);
  if (end !== null && end <= cycle.end) {
    leave(world, sub, sub.cancelAt === null ? 'PLAN_REMOVED' : 'CANCELLED');
    return;
  }
  promote(world, sub);
  cycle.window = null;
  if (!sub.next) askNext(world, sub);
  if (sub.next?.paid) takeOver(sub);
  else cycle.overdue = true;
}

function endGrace(world: World, sub: Sub): void {
  leave(world, sub, 'GRACE_EXPIRED');
}
