// A small model of what the contract says becomes of subscriptions. It knows states, cycles and what is owed, in cents
// and milliseconds; it shares nothing with the rules of the domain, so that a slip in one of the two shows.

export const DAY = 86_400_000;

export type Plan = { price: number; days: number; grace: number; speed: number; onSale: boolean };

/** Terms of a subscription's own; null for the plan's. */
export type Own = { price: number | null; days: number | null };

type Cycle = { start: number; end: number; graceEnd: number; window: number | null; overdue: boolean };

/**
 * The cycle that was scheduled to follow, with the terms that its invoice fixed. `due` names that invoice while it is
 * open.
 */
export type Next = {
  plan: number;
  end: number;
  graceEnd: number;
  paid: boolean;
  asked: number;
  price: number;
  speed: number;
  due: string | null;
};

export type Hold = { plan: number; price: number; amount: number; until: number; due: string };

export type Sub = {
  status: 'PENDING' | 'ACTIVE' | 'AWAITING_PAYMENT_FOR_UPGRADE' | 'INACTIVE' | 'CANCELLED' | 'MIGRATED_OUT';
  reason: string | null;
  archived: boolean;
  plan: number;
  own: Own;
  /** The price in force; null before it ever was in service, and when its terms changed out of service. */
  price: number | null;
  /** The download speed of the running cycle, or of the last one. */
  speed: number | null;
  queuedPlan: { plan: number; at: number } | null;
  queuedOwn: { own: Partial<Own>; at: number } | null;
  cancelAt: number | null;
  removalAt: number | null;
  unpaidUntil: number;
  cycle: Cycle | null;
  next: Next | null;
  hold: Hold | null;
  /** What a first payment, or one that brings it back, would be for. */
  first: string;
  back: { due: string; asked: number } | null;
};

export type World = {
  now: number;
  plans: Plan[];
  subscriber: { status: 'active' | 'suspended' | 'terminated'; held: boolean };
  subs: Sub[];
  /** Names given to what is owed. */
  names: number;
};

export const newName = (world: World): string => `due ${++world.names}`;

export const serves = ({ status }: Sub): boolean =>
  status === 'ACTIVE' || status === 'AWAITING_PAYMENT_FOR_UPGRADE';

export const hasEnded = ({ status, archived }: Sub): boolean =>
  archived || status === 'CANCELLED' || status === 'MIGRATED_OUT';

export const endOf = (sub: Sub): number | null => sub.cancelAt ?? sub.removalAt;

/** The end of the last cycle that is paid for. */
export const paidUntil = ({ cycle, next }: Sub): number => (next?.paid ? next.end : (cycle?.end ?? 0));

export function termsOf(world: World, planIndex: number, own: Own) {
  const plan = world.plans[planIndex] as Plan;
  return {
    price: own.price ?? plan.price,
    days: own.days ?? plan.days,
    grace: plan.grace,
    speed: plan.speed,
  };
}

/** The plan of the next cycle, with what is queued for the end of the one that runs. */
const comingPlan = ({ cycle, queuedPlan, plan }: Sub): number =>
  queuedPlan && queuedPlan.at <= (cycle?.end ?? 0) ? queuedPlan.plan : plan;

/** The terms the next cycle would begin on if its invoice were issued now. */
export function coming(world: World, sub: Sub, plan = comingPlan(sub)) {
  const end = sub.cycle?.end ?? 0;
  const own = sub.queuedOwn && sub.queuedOwn.at <= end ? { ...sub.own, ...sub.queuedOwn.own } : sub.own;
  return termsOf(world, plan, own);
}

/** What the next cycle, which is paid for, costs once an upgrade to a plan is: nothing more where it is on that plan. */
export function nextAfter(world: World, sub: Sub, next: Next, plan: number): number {
  return next.plan === plan ? next.price : coming(world, { ...sub, queuedPlan: null }, plan).price;
}

/** Whether the next cycle is paid for on queued terms. */
export function isSettled({ cycle, next, queuedPlan, queuedOwn }: Sub): boolean {
  return (
    !!cycle && !!next?.paid && [queuedPlan, queuedOwn].some((queued) => queued && queued.at <= cycle.end)
  );
}

/** What is owed on a subscription: its name and how much. */
export function owed(world: World, sub: Sub): { due: string; amount: number } | null {
  if (hasEnded(sub)) return null;
  if (sub.hold) return { due: sub.hold.due, amount: sub.hold.amount };
  if (sub.next?.due) return { due: sub.next.due, amount: sub.next.asked };
  const { price } = termsOf(world, sub.plan, sub.own);
  if (sub.status === 'PENDING') return { due: sub.first, amount: price };
  if (sub.status === 'INACTIVE') return { due: sub.back?.due ?? '', amount: sub.back?.asked ?? price };
  return null;
}

/** A queued plan that went off sale is rejected where it would be asked for. */
function reject(world: World, sub: Sub): boolean {
  const { queuedPlan, cycle } = sub;
  if (!queuedPlan || !cycle || queuedPlan.at > cycle.end || world.plans[queuedPlan.plan]?.onSale)
    return false;
  sub.queuedPlan = null;
  return true;
}

/** Schedules the next cycle, or asks for it anew. What costs nothing is paid. */
export function askNext(world: World, sub: Sub): void {
  reject(world, sub);
  const { price, days, grace, speed } = coming(world, sub);
  const start = sub.cycle?.end ?? 0;
  const end = start + days * DAY;
  const paid = price === 0;
  sub.next = {
    end,
    graceEnd: end + grace * DAY,
    paid,
    plan: comingPlan(sub),
    asked: price,
    price,
    speed,
    due: paid ? null : newName(world),
  };
}

function newCycle(start: number, end: number, graceEnd: number): Cycle {
  return { start, end, graceEnd, window: end - Math.min(3 * DAY, (end - start) / 2), overdue: false };
}

/** A cycle begins at this instant: the first, or the one it comes back with. */
export function begin(world: World, sub: Sub, paid: number): void {
  const { days, grace, speed } = termsOf(world, sub.plan, sub.own);
  const end = world.now + days * DAY;
  sub.status = 'ACTIVE';
  sub.reason = null;
  sub.price = paid;
  sub.speed = speed;
  sub.back = null;
  sub.cycle = newCycle(world.now, end, end + grace * DAY);
  if (world.subscriber.status === 'suspended' && !world.subscriber.held) world.subscriber.status = 'active';
}

/** The scheduled cycle takes over where the last ended. */
export function takeOver(sub: Sub): void {
  const { next, cycle } = sub;
  if (!next || !cycle) throw new Error('nothing follows');
  sub.cycle = newCycle(cycle.end, next.end, next.graceEnd);
  sub.price = next.price;
  sub.speed = next.speed;
  sub.next = null;
}

/**
 * What is queued for the end of the running cycle takes effect. While that is not paid for, a plan that went off sale is
 * rejected, and the renewal is asked for anew.
 */
export function promote(world: World, sub: Sub): void {
  const { cycle, next } = sub;
  if (!cycle) return;
  const isRejected = !next?.paid && reject(world, sub);
  const { queuedPlan, queuedOwn } = sub;
  if (queuedOwn && queuedOwn.at <= cycle.end) {
    sub.own = { ...sub.own, ...queuedOwn.own };
    sub.queuedOwn = null;
  }
  if (queuedPlan && queuedPlan.at <= cycle.end) {
    sub.plan = queuedPlan.plan;
    sub.queuedPlan = null;
  }
  if (isRejected && next) askNext(world, sub);
}

/** Out of service: cycles close, nothing is owed for them, nothing is planned. */
export function leave(world: World, sub: Sub, reason: string): void {
  const isCancelled = reason === 'CANCELLED';
  Object.assign(sub, {
    status: 'INACTIVE',
    reason,
    cycle: null,
    next: null,
    hold: null,
    queuedPlan: null,
    queuedOwn: null,
    removalAt: null,
    cancelAt: isCancelled ? world.now : null,
    archived: isCancelled,
  });
  const isIdle = !world.subs.some(serves);
  if (world.subscriber.status === 'active' && isIdle) world.subscriber.status = 'suspended';
}

/** What an upgrade costs: the days left of this cycle, rounded up, and the next one where it is paid. */
export function upgradeCost(world: World, sub: Sub, plan: number, newPrice: number): number {
  const { cycle, next, price } = sub;
  if (!cycle || price === null) throw new Error('not in service');
  const days = (cycle.end - cycle.start) / DAY;
  const left = Math.ceil((cycle.end - world.now) / DAY);
  const now = Math.floor((2 * (newPrice - price) * left + days) / (2 * days));
  return now + (next?.paid ? Math.max(0, nextAfter(world, sub, next, plan) - next.price) : 0);
}

/**
 * The next cycle came to be paid while an upgrade waits, which then asks for its difference too; one that would make it
 * cheaper is off.
 */
export function holdAnew(world: World, sub: Sub): void {
  const { hold, next } = sub;
  if (!hold || !next?.paid) return;
  const after = nextAfter(world, sub, next, hold.plan);
  if (after === next.price) return;
  if (after < next.price) Object.assign(sub, { hold: null, status: 'ACTIVE' });
  else sub.hold = { ...hold, amount: upgradeCost(world, sub, hold.plan, hold.price), due: newName(world) };
}
