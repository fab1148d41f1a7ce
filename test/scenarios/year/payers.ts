import { createPayment } from '../../../server/domain/payment/create.ts';
import { assignReceipt } from '../../../server/domain/receipt/assign.ts';
import { DAY, type Debt, type Ledger } from './ledger.ts';
import { type Customer, type Way, ways, type Year } from './people.ts';
import { adjust, decide } from './staff.ts';

/** A customer pays what is owed, in their own way. @returns what follows once the prompts are sent */
export async function pay(year: Year, customer: Customer): Promise<(() => Promise<void>) | undefined> {
  const { ledger, draw, habit } = customer;
  const charge = ledger.debts.find(({ kind }) => kind === 'charge');
  const debt = charge && draw() < 0.5 ? charge : ledger.serviceDebt;
  if (!debt) return undefined;
  const rest = debt.amount - ledger.share(debt);
  if (habit === 'in parts') {
    const part = Math.max(100, Math.floor((rest * (0.3 + draw() * 0.5)) / 100) * 100);
    return void (await deposit(year, customer, Math.min(part, rest)));
  }
  // A few pay another way than they use to.
  const way = draw() < 0.1 ? (ways[Math.floor(draw() * ways.length)] as Way) : customer.way;
  if (way === 'paybill') {
    const over = [0, 0, 0, 0, 5_000, -20_000, rest][Math.floor(draw() * 7)] ?? 0;
    return void (await deposit(year, customer, Math.max(100, rest + over)));
  }
  if (way === 'cash') {
    const { id } = await ask(year, customer, debt, 'manual');
    year.note('cash');
    const money = ledger.arrive(ledger.request(debt));
    customer.money.push({ id, way, of: money });
    return undefined;
  }
  if (way === 'prompt') return prompt(year, customer, debt);
  await checkout(year, customer, debt, way);
  return undefined;
}

function ask(
  year: Year,
  { subscriptionId }: Customer,
  debt: Debt,
  rail: 'manual' | 'mpesa' | 'paystack' | 'stripe',
) {
  const target = debt.id === undefined ? { subscriptionId } : { chargeId: debt.id };
  return year.act((scope) => createPayment(scope, { ...target, rail }));
}

async function prompt(year: Year, customer: Customer, debt: Debt): Promise<() => Promise<void>> {
  const { ledger, draw, phone } = customer;
  const { daraja, post, confirm, endMinuteOf, sendPrompts, promptOf } = year.gateways;
  const payment = await ask(year, customer, debt, 'mpesa');
  const request = ledger.request(debt);
  const arrive = (options: Parameters<Ledger['arrive']>[1] = {}) => {
    const money = ledger.arrive(request, options);
    const kept = { id: payment.id, way: 'prompt' as const, of: money };
    customer.money.push(kept);
    return kept;
  };
  return async () => {
    const prompt = promptOf(phone);
    const url = prompt.body.CallBackURL;
    const reference = String(prompt.body.AccountReference);
    const chance = draw();
    const failures = [
      { code: 1032, text: 'Request cancelled by user' },
      { code: 2001, text: 'The initiator information is invalid.' },
      { code: 1, text: 'The balance is insufficient for the transaction.' },
      { code: 1037, text: 'DS timeout user cannot be reached' },
    ];
    const failure = failures[Math.floor(chance * 40)];
    if (failure) {
      year.note(`prompt ${failure.code}`);
      const failed = daraja.fail(prompt, failure.code, failure.text);
      await post(url, failed);
      ledger.fail(request);
      // The payer enters the PIN in the end.
      if (failure.code !== 1037 || draw() < 0.5) return;
      const { receipt, callback } = daraja.pay(prompt);
      await post(url, callback);
      await confirm({ receipt, amount: Number(prompt.body.Amount), reference });
      const late = arrive({ late: 'held' });
      year.note('money of a failed prompt');
      year.staff.push(() => decide(year, customer, late));
      return;
    }
    const other = chance > 0.98 ? Number(prompt.body.Amount) + 50 : undefined;
    const pay = async () => {
      const paid = daraja.pay(prompt, other === undefined ? {} : { amount: other });
      const amount = other ?? Number(prompt.body.Amount);
      const money = { receipt: paid.receipt, amount, reference };
      const isLost = draw() < 0.1 && other === undefined;
      if (isLost) {
        await endMinuteOf(payment);
        await sendPrompts();
        year.note('prompt whose callback was lost');
      } else if (draw() < 0.3) await confirm(money);
      if (!isLost) await post(url, paid.callback);
      if (draw() < 0.2) await post(url, paid.callback);
      await confirm(money);
      arrive(other === undefined ? {} : { amount: other * 100 });
      year.note(other === undefined ? 'prompt paid' : 'prompt with another amount');
    };
    // A hold does not wait a day.
    if (chance < 0.9 || debt.kind === 'upgrade') return pay();
    ledger.transit = request;
    year.note('prompt answered a day later');
    customer.later.push({ at: ledger.now + DAY / 2, run: pay });
  };
}

async function checkout(
  year: Year,
  customer: Customer,
  debt: Debt,
  way: 'paystack' | 'stripe',
): Promise<void> {
  const { ledger, draw } = customer;
  const { visit, report, sessionOf, transactionOf, stripe, paystack } = year.gateways;
  const payment = await ask(year, customer, debt, way);
  const request = ledger.request(debt);
  await visit(payment, '/go');
  const chance = draw();
  const arrive = () => {
    const money = ledger.arrive(request);
    customer.money.push({ id: payment.id, way, of: money });
  };
  // The page is closed.
  if (chance < 0.08) return year.note('checkout left');
  if (chance < 0.14) {
    // The payer sends the amount to the paybill too, and then pays the page that is still open.
    year.note('twice, by two ways');
    await deposit(year, customer, request.amount);
  }
  if (way === 'paystack') {
    const event = paystack.pay(transactionOf(payment));
    if (draw() < 0.1) await visit(payment, '/thanks');
    else await report('paystack', event);
    if (draw() < 0.2) await report('paystack', event);
    arrive();
    return year.note('paystack');
  }
  const session = sessionOf(payment);
  if (chance > 0.92 && debt.kind !== 'upgrade' && ledger.isOpen(request)) {
    await report('stripe', stripe.payLater(session));
    ledger.transit = request;
    year.note('stripe debit');
    const isPaid = draw() < 0.7;
    const run = async () => {
      await report('stripe', isPaid ? stripe.debitSucceeds(session) : stripe.debitFails(session));
      if (isPaid) return arrive();
      ledger.fail(request);
      year.note('stripe debit failed');
    };
    customer.later.push({ at: ledger.now + Math.ceil(draw() * 6) * DAY, run });
    return;
  }
  if (draw() < 0.1) await report('stripe', stripe.decline(session, 'insufficient_funds'));
  const event = stripe.pay(session);
  await report('stripe', event);
  if (draw() < 0.2) await report('stripe', event);
  arrive();
  year.note('stripe');
}

/** The customer sends money on their own: to the paybill, or brings it. */
export async function deposit(year: Year, customer: Customer, amount: number): Promise<void> {
  const { draw, subscriberId, ledger, accountNumber, phone, externalUserId } = customer;
  if (customer.way === 'cash') {
    const given = { subscriberId, amount: amount / 100, currency: 'KES', rail: 'manual' as const };
    const { id } = await year.act((scope) => createPayment(scope, given));
    customer.money.push({ id, way: 'cash', of: ledger.deposit(amount) });
    return year.note('cash on account');
  }
  const masked = `${phone.slice(1, 5)} ***** ${phone.slice(-3)}`;
  const receipt = year.gateways.newReceipt();
  const shillings = amount / 100;
  const chance = draw();
  if (chance < 0.03) return sendUnknown(year, customer, { receipt, amount, masked });
  if (chance < 0.05) return void year.staff.push(() => sendToOther(year, customer, { receipt, amount }));
  const spaced = `${accountNumber.slice(0, 4)} ${accountNumber.slice(4)}`;
  const names = [spaced, ` ${accountNumber} `, externalUserId, `0${phone.slice(4)}`, 'internet'];
  const isOther = chance < 0.35;
  const reference = isOther ? (names[Math.floor(draw() * names.length)] ?? '') : accountNumber;
  const money = { receipt, amount: shillings, reference };
  const sent = reference === 'internet' ? { ...money, phone: phone.slice(1) } : { ...money, phone: masked };
  await year.gateways.confirm(sent);
  if (draw() < 0.2) await year.gateways.confirm(sent);
  customer.money.push({ id: receipt, way: 'paybill', of: ledger.deposit(amount) });
  year.note(isOther ? 'paybill by another name' : 'paybill');
}

async function sendUnknown(
  year: Year,
  customer: Customer,
  { receipt, amount, masked }: { receipt: string; amount: number; masked: string },
): Promise<void> {
  await year.gateways.confirm({ receipt, amount: amount / 100, reference: 'wifi', phone: masked });
  year.unmatched.set(receipt, amount);
  year.note('paybill of somebody unknown');
  // The payer of a few is never found.
  if (customer.draw() < 0.2) return;
  const assign = async () => {
    const { id } = await year.gateways.receiptOf(receipt);
    await year.act((scope) => assignReceipt(scope, { id, subscriberId: customer.subscriberId }));
    year.unmatched.delete(receipt);
    customer.money.push({ id: receipt, way: 'paybill', of: customer.ledger.deposit(amount) });
    year.note('receipt assigned');
  };
  customer.later.push({ at: customer.ledger.now + DAY * (1 + 4 * customer.draw()), run: assign });
}

/** The payer enters the account number of another customer. Staff move what is left of it a few days later. */
async function sendToOther(
  year: Year,
  payer: Customer,
  { receipt, amount }: { receipt: string; amount: number },
) {
  const other = year.customers[Math.floor(year.draw() * year.customers.length)] ?? payer;
  await year.gateways.confirm({ receipt, amount: amount / 100, reference: other.accountNumber });
  other.money.push({ id: receipt, way: 'paybill', of: other.ledger.deposit(amount) });
  year.note('paybill with the account number of another');
  if (other === payer) return;
  const move = async () => {
    const moved = Math.min(amount, other.ledger.credit);
    if (moved === 0) return;
    await adjust(year, other, -moved);
    await adjust(year, payer, moved);
    year.note('money moved to its owner');
  };
  payer.later.push({ at: payer.ledger.now + 2 * DAY, run: async () => void year.staff.push(move) });
}
