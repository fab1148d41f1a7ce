import { createCharge } from '../../../server/domain/charge/create.ts';
import { adjustCredit } from '../../../server/domain/credit/adjust.ts';
import { keepAsCredit } from '../../../server/domain/payment/keep-as-credit.ts';
import { createRefund } from '../../../server/domain/refund/create.ts';
import { terminateSubscriber } from '../../../server/domain/subscriber/terminate.ts';
import { extendGrace } from '../../../server/domain/subscription/extend-grace.ts';
import { updateSubscription } from '../../../server/domain/subscription/update.ts';
import { DAY, type Money } from './ledger.ts';
import type { Customer, Year } from './people.ts';

export async function adjust(
  year: Year,
  { subscriberId: id, ledger }: Customer,
  amount: number,
): Promise<void> {
  const change = { id, amount: amount / 100, currency: 'KES', note: 'Wrong account number' };
  await year.act((scope) => adjustCredit(scope, change));
  ledger.adjust(amount);
}

export async function charge(year: Year, { subscriberId, ledger, draw }: Customer): Promise<void> {
  const amount = (2 + Math.floor(draw() * 8)) * 10_000;
  const given = { subscriberId, description: 'Router', amount: amount / 100, currency: 'KES' };
  const { id } = await year.act((scope) => createCharge(scope, given));
  ledger.owe(amount, id);
  year.note('charge');
}

export async function promise(year: Year, { subscriptionId: id, ledger, draw }: Customer): Promise<void> {
  const { cycle } = ledger;
  if (!cycle?.overdue) return;
  const graceEnd = ledger.now + Math.ceil(draw() * 8) * DAY;
  if (graceEnd > cycle.end + 29 * DAY) return;
  await year.act((scope) => extendGrace(scope, { id, until: new Date(graceEnd) }));
  cycle.graceEnd = graceEnd;
  year.note('promise to pay');
}

export async function upgrade(year: Year, { subscriptionId: id, ledger }: Customer): Promise<void> {
  const { cycle, price } = ledger;
  const { month, larger } = year.plans;
  if (ledger.status !== 'ACTIVE' || !cycle || cycle.billed || cycle.overdue || price !== month.price) return;
  // The hold ends before the renewal is billed.
  if (cycle.end - ledger.now < 5 * DAY || ledger.debts.some(({ kind }) => kind === 'upgrade')) return;
  await year.act((scope) => updateSubscription(scope, { id, planId: larger.id, when: 'now' }));
  const daysLeft = Math.ceil((cycle.end - ledger.now) / DAY);
  const amount = Math.round(((larger.price - month.price) * daysLeft) / 30);
  const until = Math.min(ledger.now + DAY, cycle.end);
  ledger.debts.push({ kind: 'upgrade', amount, dueAt: ledger.now, until, price: larger.price });
  ledger.settle();
  year.note('upgrade');
}

export async function terminate(year: Year, { subscriberId: id, ledger }: Customer): Promise<void> {
  if (ledger.transit) return;
  await year.act((scope) => terminateSubscriber(scope, { id }));
  ledger.terminate();
  year.note('terminated');
}

/** Late money of a prompt is kept as credit, or goes back. */
export async function decide(
  year: Year,
  customer: Customer,
  { id, of }: Customer['money'][number],
): Promise<void> {
  const { ledger, draw } = customer;
  if (of.isCredit) return;
  if (draw() < 0.6) {
    await year.act((scope) => keepAsCredit(scope, { id }));
    ledger.keep(of);
    return year.note('kept as credit');
  }
  await year.act((scope) => createRefund(scope, { id, reason: 'REQUESTED' }));
  Object.assign(of, { returned: of.amount });
  ledger.held -= of.amount;
  ledger.returned += of.amount;
  year.note('late money refunded');
}

async function paymentOf(year: Year, { id, way }: Customer['money'][number]): Promise<string> {
  return way === 'paybill' ? (await year.gateways.receiptOf(id)).paymentId : id;
}

/** A refund of a part or all of a payment: by staff here, or at the gateway. */
export async function refund(year: Year, customer: Customer): Promise<void> {
  const { ledger, money, draw } = customer;
  const paid = money.findLast(({ of }) => of.amount > of.returned);
  if (!paid || ledger.transit) return;
  const { of, way } = paid;
  const left = of.amount - of.returned;
  const isThere = (way === 'stripe' || way === 'paystack') && draw() < 0.5;
  const most = of.isCredit && !isThere ? Math.min(left, ledger.credit) : left;
  const amount = draw() < 0.5 ? most : Math.ceil(most / 200) * 100;
  if (amount === 0) return;
  if (!isThere) {
    const id = await paymentOf(year, paid);
    await year.act((scope) => createRefund(scope, { id, amount: amount / 100, reason: 'REQUESTED' }));
    year.note(`refund of ${way}`);
  } else if (way === 'stripe') {
    const { stripe, report, sessionOf } = year.gateways;
    const made = stripe.refundInDashboard(sessionOf({ id: paid.id, checkoutUrl: null }), amount);
    for (const event of made) await report('stripe', event);
    year.note('refund at stripe');
  } else {
    const { paystack, report, transactionOf } = year.gateways;
    const made = paystack.refundInDashboard(transactionOf({ id: paid.id, checkoutUrl: null }), amount);
    await report('paystack', paystack.refundEnds(made, 'processed'));
    year.note('refund at paystack');
  }
  await giveBack(year, customer, of, amount);
}

async function giveBack(year: Year, customer: Customer, of: Money, amount: number): Promise<void> {
  const missing = customer.ledger.giveBack(of, amount);
  if (missing === 0) return;
  const [charge] = await year.gateways.chargesOf(customer);
  const debt = customer.ledger.debts.findLast(({ kind }) => kind === 'charge');
  if (debt && charge) debt.id = charge;
  year.note('credit lacked a refund');
}

export async function dispute(year: Year, customer: Customer): Promise<void> {
  const { money, draw, ledger } = customer;
  const paid = money.findLast(({ of, way }) => (way === 'stripe' || way === 'paystack') && of.returned === 0);
  if (!paid) return;
  const { stripe, paystack, report, sessionOf, transactionOf, lost } = year.gateways;
  const at = { id: paid.id, checkoutUrl: null };
  const isLost = draw() < 0.5;
  const number = 1_000 + Math.floor(draw() * 10 ** 9);
  const ofStripe =
    paid.way === 'stripe'
      ? stripe.dispute(sessionOf(at), { amount: paid.of.amount, reason: 'fraudulent' })
      : null;
  const say = (isOver: boolean) => {
    if (ofStripe) {
      return ofStripe(isOver ? 'closed' : 'created', isOver ? (isLost ? 'lost' : 'won') : 'needs_response');
    }
    const resolution = isLost ? 'merchant-accepted' : 'declined';
    return isOver
      ? paystack.dispute(transactionOf(at), 'resolve', { id: number, resolution })
      : paystack.dispute(transactionOf(at), 'create', { id: number });
  };
  const way = paid.way as 'stripe' | 'paystack';
  await report(way, say(false));
  year.note('dispute');
  const close = async () => {
    await report(way, say(true));
    const amount = paid.of.amount - paid.of.returned;
    year.note(isLost ? 'dispute lost' : 'dispute won');
    if (!isLost || amount === 0) return;
    lost[way] += amount;
    await giveBack(year, customer, paid.of, amount);
  };
  const at2 = ledger.now + DAY * (2 + 10 * draw());
  customer.later.push({ at: at2, run: async () => void year.staff.push(close) });
}
