// A small model of subscriptions as the contract describes them: states, cycles and debt, in cents and milliseconds. It
// shares no code with the domain, so that a mistake in one of them shows as a difference.

export const DAY = 86_400_000;

export type Plan = { price: number; days: number; grace: number; speed: number; onSale: boolean };

/** Overrides of a subscription. Null means the plan's value. */
export type Own = { price: number | null; days: number | null };

type Cycle = { start: number; end: number; graceEnd: number; window: number | null; overdue: boolean };

/**
 * The scheduled cycle with the terms of its invoice. `due` names the invoice while it is open.
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

/** `at`: when its invoice was issued. `forNext`: the part of the amount that is the price difference of the next cycle. */
export type Hold = {
  plan: number;
  price: number;
  amount: number;
  until: number;
  due: string;
  at: number;
  forNext: number;
};

export type Sub = {
  status: 'PENDING' | 'ACTIVE' | 'AWAITING_PAYMENT_FOR_UPGRADE' | 'INACTIVE' | 'CANCELLED' | 'MIGRATED_OUT';
  reason: string | null;
  archived: boolean;
  plan: number;
  own: Own;
  /** The current price. Null before the first cycle and after a change while INACTIVE. */
  price: number | null;
  /** The download speed of the current or last cycle. */
  speed: number | null;
  pendingPlan: { plan: number; at: number } | null;
  pendingOverrides: { own: Partial<Own>; at: number } | null;
  cancelAt: number | null;
  removalAt: number | null;
  since: number;
  unpaidUntil: number;
  cycle: Cycle | null;
  next: Next | null;
  hold: Hold | null;
  /** The debt of the first payment, and of the reactivation. */
  first: string;
  back: { due: string; asked: number; at: number } | null;
};

export type World = {
  now: number;
  plans: Plan[];
  subscriber: { status: 'active' | 'suspended' | 'terminated'; held: boolean };
  subs: Sub[];
  /** The credit of the subscriber, and the payments on account that it came from. */
  credit: number;
  deposits: { left: number }[];
  /** The names of the debts whose payment is in transit. */
  transit: Set<string>;
  /** The number of debts that have a name. */
  names: number;
};

export const newDebtName = (world: World): string => `due ${++world.names}`;

export const serves = ({ status }: Sub): boolean =>
  status === 'ACTIVE' || status === 'AWAITING_PAYMENT_FOR_UPGRADE';

export const hasEnded = ({ status, archived }: Sub): boolean =>
  archived || status === 'CANCELLED' || status === 'MIGRATED_OUT';

export const endOf = (sub: Sub): number | null => sub.cancelAt ?? sub.removalAt;

/** How long a debt waits for its money in transit. */
const waitFor = ({ transit }: World, due: string | null | undefined): number =>
  due != null && transit.has(due) ? 14 * DAY : 0;

/** When a first payment is no longer waited for. */
export const unpaidEnd = (world: World, { unpaidUntil, first }: Sub): number =>
  unpaidUntil + waitFor(world, first);

/** When an upgrade hold is no longer waited for. It does not outlast its cycle. */
export const holdEnd = (world: World, { until, due }: Hold, { end }: Cycle): number =>
  Math.min(until + waitFor(world, due), Math.max(until, end));

/** When an unpaid renewal ends service. */
export const graceEnd = (world: World, { graceEnd }: Cycle, next: Next | null): number =>
  graceEnd + waitFor(world, next?.due);

/** The next cycle where it is paid, or its payment is in transit. */
export const securedNext = ({ transit }: World, { next }: Sub): Next | null =>
  next && (next.paid || (next.due !== null && transit.has(next.due))) ? next : null;

/** The end of the last cycle that is paid for, or whose payment is in transit. */
export const paidUntil = (world: World, sub: Sub): number => (securedNext(world, sub) ?? sub.cycle)?.end ?? 0;

export function termsOf(world: World, planIndex: number, own: Own) {
  const plan = world.plans[planIndex] as Plan;
  return {
    price: own.price ?? plan.price,
    days: own.days ?? plan.days,
    grace: plan.grace,
    speed: plan.speed,
  };
}

/** The plan of the next cycle, including a pending change. */
const pendingPlanOf = ({ cycle, pendingPlan, plan }: Sub): number =>
  pendingPlan && pendingPlan.at <= (cycle?.end ?? 0) ? pendingPlan.plan : plan;

/** The terms of the next cycle if its invoice were issued now. */
export function nextTerms(world: World, sub: Sub, plan = pendingPlanOf(sub)) {
  const end = sub.cycle?.end ?? 0;
  const own =
    sub.pendingOverrides && sub.pendingOverrides.at <= end
      ? { ...sub.own, ...sub.pendingOverrides.own }
      : sub.own;
  return termsOf(world, plan, own);
}

/** The price of the paid next cycle after an upgrade. It is unchanged if that cycle is on the plan already. */
export function nextAfter(world: World, sub: Sub, next: Next, plan: number): number {
  return next.plan === plan ? next.price : nextTerms(world, { ...sub, pendingPlan: null }, plan).price;
}

/** Whether the next cycle is paid with pending terms, or its payment is in transit. */
export function isSettled(world: World, sub: Sub): boolean {
  const { cycle, pendingPlan, pendingOverrides } = sub;
  return (
    !!cycle &&
    !!securedNext(world, sub) &&
    [pendingPlan, pendingOverrides].some((queued) => queued && queued.at <= cycle.end)
  );
}

/** The debt of a subscription: its name and amount. */
export function debtOf(world: World, sub: Sub): { due: string; amount: number } | null {
  if (hasEnded(sub)) return null;
  // A hold that is past its deadline waits for money in transit only.
  if (sub.hold && sub.hold.until > world.now) return { due: sub.hold.due, amount: sub.hold.amount };
  if (sub.next?.due) return { due: sub.next.due, amount: sub.next.asked };
  const { price } = termsOf(world, sub.plan, sub.own);
  if (sub.status === 'PENDING') return { due: sub.first, amount: price };
  if (sub.status === 'INACTIVE') return { due: sub.back?.due ?? '', amount: sub.back?.asked ?? price };
  return null;
}

/** Rejects a pending plan that is disabled. */
function reject(world: World, sub: Sub): boolean {
  const { pendingPlan, cycle } = sub;
  if (!pendingPlan || !cycle || pendingPlan.at > cycle.end || world.plans[pendingPlan.plan]?.onSale)
    return false;
  sub.pendingPlan = null;
  return true;
}

/** Issues or reissues the renewal. A free one is paid at once. */
export function issueRenewal(world: World, sub: Sub): void {
  reject(world, sub);
  const { price, days, grace, speed } = nextTerms(world, sub);
  const start = sub.cycle?.end ?? 0;
  const end = start + days * DAY;
  const paid = price === 0;
  sub.next = {
    end,
    graceEnd: end + grace * DAY,
    paid,
    plan: pendingPlanOf(sub),
    asked: price,
    price,
    speed,
    due: paid ? null : newDebtName(world),
  };
}

function newCycle(start: number, end: number, graceEnd: number): Cycle {
  return { start, end, graceEnd, window: end - Math.min(3 * DAY, (end - start) / 2), overdue: false };
}

/** Starts the first cycle, or the one after a reactivation, now. */
export function startService(world: World, sub: Sub, paid: number): void {
  const { days, grace, speed } = termsOf(world, sub.plan, sub.own);
  const end = world.now + days * DAY;
  sub.status = 'ACTIVE';
  sub.reason = null;
  sub.price = paid;
  sub.speed = speed;
  sub.back = null;
  sub.cycle = newCycle(world.now, end, end + grace * DAY);
  // What was requested while the payment was in transit takes effect at the end of this cycle.
  for (const pending of [sub.pendingPlan, sub.pendingOverrides]) if (pending) pending.at = end;
  if (world.subscriber.status === 'suspended' && !world.subscriber.held) world.subscriber.status = 'active';
}

/** Starts the scheduled cycle at the end of the last one. */
export function startNextCycle(sub: Sub): void {
  const { next, cycle } = sub;
  if (!next || !cycle) throw new Error('nothing follows');
  sub.cycle = newCycle(cycle.end, next.end, next.graceEnd);
  sub.price = next.price;
  sub.speed = next.speed;
  sub.next = null;
}

/**
 * Applies pending changes at the end of the cycle. If the renewal is unpaid and the pending plan is disabled, the plan is
 * rejected and the renewal is reissued.
 */
export function applyPending(world: World, sub: Sub): void {
  const { cycle, next } = sub;
  if (!cycle) return;
  const isRejected = !securedNext(world, sub) && reject(world, sub);
  const { pendingPlan, pendingOverrides } = sub;
  if (pendingOverrides && pendingOverrides.at <= cycle.end) {
    sub.own = { ...sub.own, ...pendingOverrides.own };
    sub.pendingOverrides = null;
  }
  if (pendingPlan && pendingPlan.at <= cycle.end) {
    sub.plan = pendingPlan.plan;
    sub.pendingPlan = null;
  }
  if (isRejected && next) issueRenewal(world, sub);
}

/** Ends service: closes cycles and drops debt and pending changes. */
export function endService(world: World, sub: Sub, reason: string): void {
  const isCancelled = reason === 'CANCELLED';
  Object.assign(sub, {
    status: 'INACTIVE',
    reason,
    cycle: null,
    next: null,
    hold: null,
    pendingPlan: null,
    pendingOverrides: null,
    removalAt: null,
    cancelAt: isCancelled ? world.now : null,
    archived: isCancelled,
  });
  const isIdle = !world.subs.some(serves);
  if (world.subscriber.status === 'active' && isIdle) world.subscriber.status = 'suspended';
}

/** The amount of an upgrade: the remaining days of the cycle, rounded up, and the next cycle if it is paid or in transit. */
export function upgradeCost(world: World, sub: Sub, plan: number, newPrice: number): number {
  const { cycle, price } = sub;
  if (!cycle || price === null) throw new Error('not in service');
  const days = (cycle.end - cycle.start) / DAY;
  const left = Math.ceil((cycle.end - world.now) / DAY);
  const now = Math.floor((2 * (newPrice - price) * left + days) / (2 * days));
  return now + costOfNext(world, sub, plan);
}

/** What an upgrade to a plan costs for the next cycle, where that is paid or in transit. */
export function costOfNext(world: World, sub: Sub, plan: number): number {
  const next = securedNext(world, sub);
  return next ? Math.max(0, nextAfter(world, sub, next, plan) - next.price) : 0;
}

/**
 * Updates an upgrade hold after the next cycle was paid, or its payment failed: the amount has the difference of a cycle that is
 * paid. An upgrade that would make that cycle cheaper is dropped. The payment of a hold that is in transit keeps its amount.
 */
export function repriceHold(world: World, sub: Sub): void {
  const { hold } = sub;
  if (!hold || world.transit.has(hold.due)) return;
  const next = securedNext(world, sub);
  if (next && nextAfter(world, sub, next, hold.plan) < next.price) {
    Object.assign(sub, { hold: null, status: 'ACTIVE' });
    return;
  }
  const forNext = costOfNext(world, sub, hold.plan);
  if (forNext > 0 === hold.forNext > 0) return;
  const amount = upgradeCost(world, sub, hold.plan, hold.price);
  sub.hold = { ...hold, amount, forNext, due: newDebtName(world), at: world.now };
}

/** Issues the renewal, unless the subscription is going to end. */
export function openWindow(world: World, sub: Sub): void {
  if (sub.cycle) sub.cycle.window = null;
  if (endOf(sub) !== null) return;
  issueRenewal(world, sub);
  repriceHold(world, sub);
}
