import { type Answer, receive, receiveRenewal } from './commands.ts';
import { debtOf, hasEnded, type Sub, startService, type World } from './state.ts';

type CreditDebt = { sub: Sub; due: string; amount: number; at: number };

/** What credit can settle, in the order in which it does: by due instant, and returns after grace last. */
function debtsOf(world: World): CreditDebt[] {
  return world.subs
    .flatMap((sub): CreditDebt[] => {
      if (hasEnded(sub)) return [];
      const { hold, next, cycle, status, back, reason } = sub;
      if (status === 'PENDING' || status === 'INACTIVE') {
        const { due, amount } = debtOf(world, sub) ?? { due: '', amount: 0 };
        const at = status === 'PENDING' ? sub.since : (back?.at ?? Number.POSITIVE_INFINITY);
        const isDue = status === 'PENDING' || back !== null || reason === 'GRACE_EXPIRED';
        return isDue ? [{ sub, due, amount, at }] : [];
      }
      return [
        ...(hold ? [{ sub, due: hold.due, amount: hold.amount, at: hold.at }] : []),
        ...(next?.due ? [{ sub, due: next.due, amount: next.asked, at: cycle?.end ?? 0 }] : []),
      ];
    })
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => a.at - b.at);
}

/** Credit settles the debts in order, each in full, and stops at the first that it does not cover, and at one in transit. */
export function settle(world: World): void {
  for (;;) {
    const [first] = debtsOf(world);
    if (!first || first.amount > world.credit || world.transit.has(first.due)) return;
    const { sub, due, amount } = first;
    world.credit -= amount;
    if (sub.next?.due === due) receiveRenewal(world, sub);
    else if (sub.hold) {
      const { plan } = sub.hold;
      receive(world, sub, { due, amount });
      // An upgrade that can no longer be applied gives the credit back.
      if (!world.plans[plan]?.onSale) world.credit += amount;
    } else startService(world, sub, amount);
  }
}

/** A payment for a debt completes with a part from credit. An upgrade that can no longer be applied gives that back. */
export function useCredit(world: World, { hold }: Sub, due: string, fromCredit: number): void {
  const isRejected = hold?.due === due && !world.plans[hold.plan]?.onSale;
  if (!isRejected) world.credit -= fromCredit;
}

/** The credit that a payment for what a subscription owes leaves to be used. */
export function shareOf(world: World, sub: Sub): number {
  // The invoice of a return is issued with its payment, and is due after what is due already.
  if (sub.status === 'INACTIVE' && !sub.back)
    return debtsOf(world).some(({ at }) => Number.isFinite(at)) ? 0 : world.credit;
  return shareOfDue(world, debtOf(world, sub)?.due ?? '');
}

/** The credit that a payment for a debt leaves to be used: all of it for the first debt, else none. */
export function shareOfDue(world: World, due: string): number {
  return due !== '' && debtsOf(world)[0]?.due === due ? world.credit : 0;
}

export function deposit(world: World, amount: number): Answer {
  world.credit += amount;
  world.deposits.push({ left: amount });
  settle(world);
  return 'ok';
}

export function adjust(world: World, amount: number): Answer {
  if (world.credit + amount < 0) return 'VALIDATION_FAILED';
  world.credit += amount;
  settle(world);
  return 'ok';
}

/** Money of a payment on account goes back, at most the credit that is left. */
export function giveBack(world: World, nth: number, amount: number): Answer {
  const payment = world.deposits[nth % Math.max(world.deposits.length, 1)];
  if (!payment) return 'none';
  if (amount > Math.min(payment.left, world.credit)) return 'VALIDATION_FAILED';
  payment.left -= amount;
  world.credit -= amount;
  return 'ok';
}
