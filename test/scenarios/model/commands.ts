import {
  applyPending,
  costOfNext,
  DAY,
  debtOf,
  endOf,
  endService,
  graceEnd,
  hasEnded,
  holdEnd,
  isSettled,
  issueRenewal,
  newDebtName,
  nextAfter,
  nextTerms,
  type Own,
  openWindow,
  paidUntil,
  repriceHold,
  type Sub,
  securedNext,
  serves,
  startNextCycle,
  startService,
  termsOf,
  unpaidEnd,
  upgradeCost,
  type World,
} from './state.ts';

/** The outcome of a command: `ok` or an error key. */
export type Answer = 'ok' | string;

export function subscribe(world: World, plan: number): Answer {
  if (world.subscriber.status === 'terminated') return 'subscriber_terminal';
  if (!world.plans[plan]?.onSale) return 'Invalid or inactive plan';
  world.subs.push({
    status: 'PENDING',
    reason: null,
    archived: false,
    plan,
    own: { price: null, days: null },
    price: null,
    speed: null,
    pendingPlan: null,
    pendingOverrides: null,
    cancelAt: null,
    removalAt: null,
    since: world.now,
    unpaidUntil: world.now + 30 * DAY,
    cycle: null,
    next: null,
    hold: null,
    first: newDebtName(world),
    back: null,
  });
  return 'ok';
}

/** The debt that a new payment pays. Creates the reactivation of an INACTIVE subscription. */
export function requestPayment(world: World, sub: Sub): { answer: Answer; due: string; amount: number } {
  const none = { due: '', amount: 0 };
  if (hasEnded(sub)) return { answer: 'IMMUTABLE', ...none };
  const debt = debtOf(world, sub);
  if (!debt || debt.amount === 0 || world.transit.has(debt.due)) return { answer: 'CONFLICT', ...none };
  if (sub.status === 'INACTIVE' && !sub.back) {
    sub.back = { due: newDebtName(world), asked: debt.amount, at: world.now };
  }
  return { answer: 'ok', ...debt, due: sub.back?.due ?? debt.due };
}

/** A payment of an open debt arrived. */
export function receive(world: World, sub: Sub, { due, amount }: { due: string; amount: number }): void {
  if (sub.status === 'PENDING' || sub.status === 'INACTIVE') startService(world, sub, amount);
  else if (sub.hold?.due === due) settleHold(world, sub);
  else receiveRenewal(world, sub);
}

/** A payment in transit failed. What waited for it and was due meanwhile happens now. */
export function fail(world: World, sub: Sub): void {
  if (sub.status === 'PENDING') {
    if (unpaidEnd(world, sub) <= world.now) cancelUnpaid(world, sub);
    return;
  }
  const { hold, cycle, next } = sub;
  if (hold && cycle && holdEnd(world, hold, cycle) <= world.now) dropHold(world, sub);
  if (!serves(sub) || !cycle) return;
  const end = endOf(sub);
  if (end !== null && next && !securedNext(world, sub) && end >= next.end) {
    endWithCycle(world, sub);
    return;
  }
  repriceHold(world, sub);
  if (cycle.overdue && graceEnd(world, cycle, next) <= world.now) endService(world, sub, 'GRACE_EXPIRED');
}

/** An end that was requested while the renewal was in transit is that of the running cycle. */
function endWithCycle(world: World, sub: Sub): void {
  const { cycle, next } = sub;
  const isRemoved = sub.cancelAt === null;
  if (next) next.due = null;
  if (cycle?.overdue) endService(world, sub, isRemoved ? 'PLAN_REMOVED' : 'CANCELLED');
  else Object.assign(sub, isRemoved ? { removalAt: cycle?.end } : { cancelAt: cycle?.end });
}

export function cancelUnpaid(_world: World, sub: Sub): void {
  Object.assign(sub, { status: 'CANCELLED', reason: 'CANCELLED', archived: true, ...noPending });
}

export function dropHold(_world: World, sub: Sub): void {
  Object.assign(sub, { hold: null, status: 'ACTIVE' });
}

const noPending = { pendingPlan: null, pendingOverrides: null };

/** A payment of the renewal arrived, possibly while an upgrade is held. */
export function receiveRenewal(world: World, sub: Sub): void {
  if (!sub.next) return;
  Object.assign(sub.next, { paid: true, due: null });
  if (sub.cycle?.overdue) {
    applyPending(world, sub);
    startNextCycle(sub);
  } else repriceHold(world, sub);
}

function settleHold(world: World, sub: Sub): void {
  const { hold } = sub;
  if (!hold) return;
  const isNextPaid = securedNext(world, sub) !== null;
  dropHold(world, sub);
  if (!world.plans[hold.plan]?.onSale) return;
  switchPlan(world, sub, hold.plan, hold.price);
  // A next cycle whose payment failed meanwhile is billed at the new price, so what was paid for it becomes credit.
  if (!isNextPaid) world.credit += hold.forNext;
}

function switchPlan(world: World, sub: Sub, plan: number, price: number): void {
  const wasToEnd = endOf(sub) !== null;
  const { speed } = termsOf(world, plan, sub.own);
  Object.assign(sub, { plan, price, speed, pendingPlan: null, removalAt: null });
  const next = securedNext(world, sub);
  if (next && next.plan !== plan) {
    const terms = nextTerms(world, sub);
    Object.assign(next, { plan, price: terms.price, speed: terms.speed });
  }
  reissueRenewal(world, sub, wasToEnd);
}

/** Reissues the renewal after a change of terms or of the end. */
function reissueRenewal(world: World, sub: Sub, wasToEnd: boolean): void {
  const { cycle, next } = sub;
  if (endOf(sub) !== null || !cycle) return;
  if (wasToEnd && cycle.overdue) return;
  if (!next) {
    if (wasToEnd && cycle.window === null) openWindow(world, sub);
    return;
  }
  if (securedNext(world, sub)) return;
  issueRenewal(world, sub);
  if (!cycle.overdue || !sub.next?.paid) return;
  applyPending(world, sub);
  startNextCycle(sub);
}

export function changePlan(world: World, sub: Sub, plan: number): Answer {
  if (sub.status === 'CANCELLED' || sub.status === 'MIGRATED_OUT') return 'SUBSCRIPTION_TERMINAL';
  if (sub.archived) return 'IMMUTABLE';
  const stays = plan === sub.plan;
  if (!stays && !world.plans[plan]?.onSale) return 'PLAN_DISABLED';
  const { pendingPlan } = sub;
  if (!serves(sub)) {
    if (isReturnInTransit(world, sub)) {
      if (stays) sub.pendingPlan = null;
      else if (pendingPlan?.plan !== plan) sub.pendingPlan = { plan, at: world.now };
      return 'ok';
    }
    sub.pendingPlan = null;
    if (!stays) Object.assign(sub, { plan, price: null, back: null, first: newDebtName(world) });
    return 'ok';
  }
  if (isSettled(world, sub) && pendingPlan?.plan !== plan) return 'CONTACT_SHARE';
  const wasToEnd = endOf(sub) !== null;
  const changes = stays ? pendingPlan !== null || sub.removalAt !== null : pendingPlan?.plan !== plan;
  Object.assign(sub, { hold: null, status: 'ACTIVE' });
  if (stays) Object.assign(sub, { pendingPlan: null, removalAt: null });
  else if (pendingPlan?.plan !== plan) sub.pendingPlan = { plan, at: paidUntil(world, sub) };
  if (!stays) sub.removalAt = null;
  if (changes || wasToEnd) reissueRenewal(world, sub, wasToEnd);
  return 'ok';
}

export function override(world: World, sub: Sub, wanted: Partial<Own>): Answer {
  if (sub.status === 'CANCELLED' || sub.status === 'MIGRATED_OUT') return 'SUBSCRIPTION_TERMINAL';
  // A change without fields is refused for ended subscriptions only.
  if (wanted.price === undefined && wanted.days === undefined) return 'ok';
  if (sub.archived) return 'IMMUTABLE';
  const queued = sub.pendingOverrides?.own ?? {};
  const fresh: Partial<Own> = {};
  for (const field of ['price', 'days'] as const) {
    const value = wanted[field];
    if (value === undefined) continue;
    if (queued[field] !== undefined && queued[field] !== value) return 'CONTACT_SHARE';
    if (queued[field] === undefined && sub.own[field] !== value) fresh[field] = value;
  }
  if (Object.keys(fresh).length === 0) return 'ok';
  if (!serves(sub) && isReturnInTransit(world, sub)) {
    sub.pendingOverrides = { own: { ...queued, ...fresh }, at: world.now };
    return 'ok';
  }
  if (!serves(sub)) {
    Object.assign(sub, { own: { ...sub.own, ...fresh }, price: null, back: null, first: newDebtName(world) });
    return 'ok';
  }
  if (isSettled(world, sub)) return 'CONTACT_SHARE';
  sub.pendingOverrides = { own: { ...queued, ...fresh }, at: paidUntil(world, sub) };
  reissueRenewal(world, sub, endOf(sub) !== null);
  return 'ok';
}

/** An external system changes the plan. */
export function editFromExternal(world: World, sub: Sub, plan: number, free: boolean): Answer {
  if (sub.status === 'CANCELLED' || sub.status === 'MIGRATED_OUT') return 'SUBSCRIPTION_TERMINAL';
  if (sub.archived) return 'IMMUTABLE';
  const { hold, cycle, price, pendingPlan } = sub;
  if (hold?.plan === plan) return 'ok';
  if (plan === sub.plan || !serves(sub) || !cycle || price === null) return changePlan(world, sub, plan);
  if (!world.plans[plan]?.onSale) return 'PLAN_DISABLED';
  const after = termsOf(world, plan, sub.own).price;
  if (!isUpgrade(world, sub, plan) || (cycle.overdue && !free)) return changePlan(world, sub, plan);
  if (isSettled(world, sub) && pendingPlan?.plan !== plan) return 'CONTACT_SHARE';
  Object.assign(sub, { hold: null, status: 'ACTIVE' });
  const amount = free ? 0 : upgradeCost(world, sub, plan, after);
  if (amount === 0) switchPlan(world, sub, plan, after);
  else {
    const until = Math.min(world.now + DAY, cycle.end);
    Object.assign(sub, {
      status: 'AWAITING_PAYMENT_FOR_UPGRADE',
      hold: {
        ...{ plan, price: after, amount, until, due: newDebtName(world), at: world.now },
        forNext: costOfNext(world, sub, plan),
      },
    });
  }
  return 'ok';
}

/** Whether a plan costs more in the running cycle, and less in none that is paid. */
function isUpgrade(world: World, sub: Sub, plan: number): boolean {
  const next = securedNext(world, sub);
  const costsMore = sub.price !== null && termsOf(world, plan, sub.own).price > sub.price;
  return costsMore && (!next || nextAfter(world, sub, next, plan) >= next.price);
}

/** The partner requests a plan that costs more, from now on. */
export function upgradeNow(world: World, sub: Sub, plan: number): Answer {
  if (sub.status === 'CANCELLED' || sub.status === 'MIGRATED_OUT') return 'SUBSCRIPTION_TERMINAL';
  if (sub.archived) return 'IMMUTABLE';
  const isHeld = sub.hold?.plan === plan;
  if (!isHeld && plan !== sub.plan && !world.plans[plan]?.onSale) return 'PLAN_DISABLED';
  if (!isHeld && serves(sub) && (plan === sub.plan || !isUpgrade(world, sub, plan)))
    return 'VALIDATION_FAILED';
  return editFromExternal(world, sub, plan, false);
}

/** Whether the payment of a subscription out of service is in transit. */
function isReturnInTransit({ transit }: World, { status, first, back }: Sub): boolean {
  return status === 'PENDING' ? transit.has(first) : back !== null && transit.has(back.due);
}

/** Moves the end of grace. */
export function extendGrace(world: World, sub: Sub, until: number): Answer {
  const { cycle } = sub;
  if (!serves(sub) || !cycle?.overdue) return 'PRECONDITION';
  if (until <= world.now || until > cycle.end + 30 * DAY) return 'VALIDATION_FAILED';
  cycle.graceEnd = until;
  return 'ok';
}

export function cancel(world: World, sub: Sub): Answer {
  if (sub.status === 'MIGRATED_OUT') return 'IMMUTABLE';
  if (hasEnded(sub)) return 'ok';
  if (sub.status === 'INACTIVE') {
    Object.assign(sub, { archived: true, back: null, cancelAt: world.now, ...noPending });
  } else if (sub.status === 'PENDING') {
    cancelUnpaid(world, sub);
    sub.cancelAt = world.now;
  } else if (sub.cycle?.overdue && !securedNext(world, sub)) endService(world, sub, 'CANCELLED');
  else if (sub.cancelAt === null) {
    Object.assign(sub, { hold: null, status: 'ACTIVE', cancelAt: paidUntil(world, sub), removalAt: null });
    voidRenewal(world, sub);
  }
  return 'ok';
}

/** The renewal of a subscription that is going to end. One whose payment is in transit stays. */
function voidRenewal(world: World, sub: Sub): void {
  if (sub.next && !securedNext(world, sub)) sub.next.due = null;
}

export function withdraw(world: World, sub: Sub): Answer {
  if (sub.status === 'CANCELLED' || sub.status === 'MIGRATED_OUT') return 'SUBSCRIPTION_TERMINAL';
  if (sub.archived) return 'IMMUTABLE';
  if (sub.cancelAt === null) return 'ok';
  sub.cancelAt = null;
  reissueRenewal(world, sub, true);
  return 'ok';
}

export function removePlan(world: World, sub: Sub, when: 'cycle_end' | 'immediately'): Answer {
  if (hasEnded(sub)) return 'IMMUTABLE';
  if (!serves(sub)) return 'CONFLICT';
  if (when === 'immediately') endService(world, sub, 'PLAN_REMOVED');
  else if (sub.cancelAt !== null) return 'CONFLICT';
  else if (sub.cycle?.overdue && !securedNext(world, sub)) endService(world, sub, 'PLAN_REMOVED');
  else if (sub.removalAt === null) {
    Object.assign(sub, { hold: null, status: 'ACTIVE', removalAt: paidUntil(world, sub) });
    voidRenewal(world, sub);
  }
  return 'ok';
}

export function activate(world: World, sub: Sub): Answer {
  if (hasEnded(sub)) return 'IMMUTABLE';
  if (serves(sub)) return 'CONFLICT';
  const { amount } = debtOf(world, sub) ?? { amount: 0 };
  if (amount === 0) startService(world, sub, 0);
  else if (sub.status === 'PENDING') return 'PRECONDITION';
  else sub.back ??= { due: newDebtName(world), asked: amount, at: world.now };
  return 'ok';
}

export function migrateOut(world: World, sub: Sub): Answer {
  if (!serves(sub) && sub.status !== 'INACTIVE') return 'CONFLICT';
  if (serves(sub)) endService(world, sub, 'MIGRATED_OUT');
  Object.assign(sub, { status: 'MIGRATED_OUT', archived: true, back: null, ...noPending });
  return 'ok';
}

export function deactivate(world: World): Answer {
  const serving = world.subs.filter(serves);
  if (serving.length === 0) return 'CONFLICT';
  for (const sub of serving) endService(world, sub, 'DEACTIVATED');
  return 'ok';
}

export function suspend({ subscriber }: World): Answer {
  if (subscriber.status === 'terminated' || subscriber.held) return 'CONFLICT';
  Object.assign(subscriber, { status: 'suspended', held: true });
  return 'ok';
}

export function lift({ subscriber, subs }: World): Answer {
  if (!subscriber.held) return subscriber.status === 'suspended' ? 'PRECONDITION' : 'CONFLICT';
  const isLost = ({ status }: Sub) => status === 'INACTIVE' || status === 'MIGRATED_OUT';
  const hasLost = !subs.some(serves) && subs.some(isLost);
  Object.assign(subscriber, { status: hasLost ? 'suspended' : 'active', held: false });
  return 'ok';
}

export function terminate(world: World): Answer {
  if (world.subscriber.status === 'terminated') return 'CONFLICT';
  const reason = 'SUBSCRIBER_TERMINATED';
  for (const sub of world.subs.filter(({ status }) => status !== 'CANCELLED' && status !== 'MIGRATED_OUT')) {
    if (serves(sub)) endService(world, sub, reason);
    Object.assign(sub, {
      ...{ status: 'CANCELLED', reason: sub.reason ?? reason, archived: true, back: null },
      ...noPending,
    });
  }
  world.subscriber = { status: 'terminated', held: false };
  return 'ok';
}
