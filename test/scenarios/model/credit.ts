import { type Answer, receive, receiveRenewal } from './commands.ts';
import { debtOf, hasEnded, type Sub, startService, type World } from './state.ts';

type CreditDebt = { sub: Sub; amount: number; at: number; isRenewal: boolean };

/** What credit can settle, in the order in which it does: by due instant, and returns after grace last. */
function debtsOf(world: World): CreditDebt[] {
  return world.subs
    .flatMap((sub): CreditDebt[] => {
      if (hasEnded(sub)) return [];
      const { hold, next, cycle, status, back, reason } = sub;
      if (status === 'PENDING' || status === 'INACTIVE') {
        const amount = debtOf(world, sub)?.amount ?? 0;
        const at = status === 'PENDING' ? sub.since : (back?.at ?? Number.POSITIVE_INFINITY);
        const isDue = status === 'PENDING' || back !== null || reason === 'GRACE_EXPIRED';
        return isDue ? [{ sub, amount, at, isRenewal: false }] : [];
      }
      return [
        ...(hold ? [{ sub, amount: hold.amount, at: hold.at, isRenewal: false }] : []),
        ...(next?.due ? [{ sub, amount: next.asked, at: cycle?.end ?? 0, isRenewal: true }] : []),
      ];
    })
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => a.at - b.at);
}

/** Credit settles the debts in order, each in full, and stops at the first that it does not cover. */
export function settle(world: World): void {
  for (;;) {
    const [first] = debtsOf(world);
    if (!first || first.amount > world.credit) return;
    const { sub, amount } = first;
    world.credit -= amount;
    if (first.isRenewal) receiveRenewal(world, sub);
    else if (sub.hold) {
      const { plan } = sub.hold;
      receive(world, sub, amount);
      // An upgrade that can no longer be applied gives the credit back.
      if (!world.plans[plan]?.onSale) world.credit += amount;
    } else startService(world, sub, amount);
  }
}

/** A payment for the debt of a subscription completes. An upgrade that can no longer be applied gives the credit back. */
export function useCredit(world: World, { hold }: Sub, fromCredit: number): void {
  const isRejected = hold && !world.plans[hold.plan]?.onSale;
  if (!isRejected) world.credit -= fromCredit;
}

/** The credit that a payment for the debt of a subscription leaves to be used: all of it for the first debt, else none. */
export function shareOf(world: World, sub: Sub): number {
  const isRenewal = !sub.hold && sub.next?.due != null;
  const debts = debtsOf(world);
  const place = debts.findIndex((each) => each.sub === sub && each.isRenewal === isRenewal);
  // The invoice of a return is issued with its payment, and is due after what is due already.
  if (sub.status === 'INACTIVE' && !sub.back)
    return debts.some(({ at }) => Number.isFinite(at)) ? 0 : world.credit;
  return place === 0 ? world.credit : 0;
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
