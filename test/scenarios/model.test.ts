import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../../server/contract/errors.ts';
import { billingCycleResource } from '../../server/domain/model/billing-cycle/resource.ts';
import { invoiceResource } from '../../server/domain/model/invoice/resource.ts';
import { paymentResource } from '../../server/domain/model/payment/resource.ts';
import { subscriberResource } from '../../server/domain/model/subscriber/resource.ts';
import { subscriptionResource } from '../../server/domain/model/subscription/resource.ts';
import { lowFloors } from '../fixtures/customer.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { auditedChanges } from '../invariants/audited-changes.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import * as model from './model/commands.ts';
import * as credit from './model/credit.ts';
import { openReal } from './model/real.ts';
import { debtOf, type Sub, serves, type World } from './model/state.ts';
import { type Step, stepsOf, untilNext, viewOf } from './model/steps.ts';
import { passTime } from './model/time.ts';

const database = useDatabase({ checked: 'never' });
const start = Date.parse('2026-01-31T23:00:00.000Z');
const HOUR = 3_600_000;

/** The default seed is fixed, so that every run of a commit has the same result. */
const DEFAULT_SEED = 20_260_131;
/** The default number of runs covers each move below with a margin. */
const DEFAULT_RUNS = 18;
/** Steps between two checks of all invariants. The last step of a run is always checked. */
const INVARIANTS_EACH = 3;
/**
 * `MODEL_SEED=random` selects another seed. `MODEL_SEED` and `MODEL_PATH` of a report repeat a failed run.
 * `MODEL_STORIES` sets the number of runs.
 */
const { MODEL_SEED, MODEL_PATH, MODEL_STORIES } = process.env;
const runs = Number(MODEL_STORIES ?? DEFAULT_RUNS);
const isDefault = MODEL_SEED === undefined && MODEL_PATH === undefined && MODEL_STORIES === undefined;

/** Resources that the model covers. Each of their moves happens in some run. */
const modelled = [
  subscriptionResource,
  subscriberResource,
  billingCycleResource,
  invoiceResource,
  paymentResource,
];

const ofAll = {
  deactivate: model.deactivate,
  suspend: model.suspend,
  lift: model.lift,
  terminate: model.terminate,
};
const ofMoney = { deposit: credit.deposit, adjust: credit.adjust };
const ofOne = { cancel: model.cancel, withdraw: model.withdraw, activate: model.activate };

type Payment = {
  sub: number;
  due: string;
  amount: number;
  /** What it leaves to credit. */
  fromCredit: number;
  /** Money that arrived too late and is due for refund. */
  late: boolean;
  until: number;
  /** The gateway has taken it up: its money is in transit. */
  inTransit: boolean;
  settled: boolean;
  superseded: boolean;
};
type Run = { world: World; real: Awaited<ReturnType<typeof openReal>>; payments: Payment[] };

async function newRun(): Promise<Run> {
  const { sql } = database.current;
  await sql.begin(async (tx) => {
    await tx`set local demarc.audit_may_go = 'on'`;
    await tx`
      truncate organisation, provider, audit_entry, event, mail, schedule_d_row,
        radius.radcheck, radius.radreply, radius.radusergroup cascade`;
  });
  await lowFloors(database.current);
  const plans = [
    { price: 3_000, days: 30, grace: 3, speed: 10 },
    { price: 4_500, days: 30, grace: 3, speed: 20 },
    { price: 2_000, days: 14, grace: 0, speed: 30 },
    { price: 6_001, days: 31, grace: 10, speed: 40 },
    { price: 0, days: 30, grace: 3, speed: 50 },
  ].map((plan) => ({ ...plan, onSale: true }));
  const world: World = {
    now: start,
    plans,
    subscriber: { status: 'active', held: false },
    subs: [],
    names: 0,
    credit: 0,
    deposits: [],
    transit: new Set(),
  };
  return { world, payments: [], real: await openReal(database.current, plans, start) };
}

/** `ok` or the error key of a request. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.key;
    throw error;
  }
}

/** Applies a step to the model and to the domain, and expects the same outcome. */
async function apply(run: Run, step: Step): Promise<void> {
  const { world, real } = run;
  await wait(run, 1);
  const i = 'sub' in step ? step.sub % Math.max(world.subs.length, 1) : 0;
  const sub = world.subs[i];
  const both = async (modelled: string, work: Promise<unknown>) =>
    expect(await outcomeOf(work)).toBe(modelled);
  switch (step.do) {
    case 'wait':
      return wait(run, step.hours * HOUR);
    case 'subscribe':
      if (world.subs.length === 3) return;
      return both(model.subscribe(world, step.plan), real.subscribe(step.plan));
    case 'disable':
    case 'enable': {
      const plan = world.plans[step.plan];
      if (!plan || plan.onSale !== (step.do === 'disable')) return;
      plan.onSale = step.do === 'enable';
      return both('ok', real[step.do](step.plan));
    }
    case 'edit plan': {
      const { do: _do, plan, ...terms } = step;
      Object.assign(world.plans[plan] ?? {}, terms);
      return both('ok', real.editPlan(plan, terms));
    }
    case 'deactivate':
    case 'suspend':
    case 'lift':
    case 'terminate':
      return both(ofAll[step.do](world), real[step.do]());
    case 'deposit':
    case 'adjust':
      return both(ofMoney[step.do](world, step.amount), real[step.do](step.amount));
    case 'give back':
      if (world.deposits.length === 0) return;
      return both(
        credit.giveBack(world, step.payment, step.amount),
        real.giveBack(step.payment, step.amount),
      );
    case 'keep':
      return keep(run, step.payment);
    case 'settle payment':
      return settlePayment(run, step);
    case 'take up':
      return takeUp(run, step.payment);
  }
  if (!sub) return;
  switch (step.do) {
    case 'wait for':
      return wait(run, Math.max(0, untilNext(world, sub) - (step.what === 'the next due instant' ? 0 : 2)));
    case 'pay':
      return pay(run, sub, i, step.how);
    case 'pay renewal':
      return payRenewal(run, sub, i);
    case 'change plan':
      return both(model.changePlan(world, sub, step.plan), real.changePlan(i, step.plan));
    case 'upgrade now':
      return both(model.upgradeNow(world, sub, step.plan), real.upgradeNow(i, step.plan));
    case 'extend grace': {
      const until = world.now + step.hours * HOUR;
      return both(model.extendGrace(world, sub, until), real.extendGrace(i, until));
    }
    case 'override':
      return both(model.override(world, sub, step), real.override(i, step));
    case 'edit from external':
      return both(
        model.editFromExternal(world, sub, step.plan, step.free),
        real.edit(i, step.plan, step.free),
      );
    case 'remove plan':
      return both(model.removePlan(world, sub, step.when), real.remove(i, step.when));
    case 'cancel':
    case 'withdraw':
    case 'activate':
      return both(ofOne[step.do](world, sub), real[step.do](i));
    case 'migrate out':
      return both(model.migrateOut(world, sub), real.migrateOut(i));
  }
}

async function wait({ world, real }: Run, ms: number): Promise<void> {
  const until = Math.ceil(world.now + ms);
  passTime(world, until);
  await real.passTime(until);
}

async function pay(run: Run, sub: Sub, i: number, how: Extract<Step, { do: 'pay' }>['how']) {
  const { world, real, payments } = run;
  // A cycle cannot start twice in one millisecond, and the clock of the test moves in steps only.
  if (sub.status === 'INACTIVE') await wait(run, 1);
  const debt = debtOf(world, sub);
  if (debt && debt.amount > 0 && credit.shareOf(world, sub) >= debt.amount) {
    // Credit covers a return that it does not settle by itself.
    return expect(await outcomeOf(real.pay(i, 'manual'))).toBe('CONFLICT');
  }
  const { answer, due, amount: owed } = model.requestPayment(world, sub);
  const fromCredit = credit.shareOf(world, sub);
  const amount = owed - fromCredit;
  let paid = 0;
  const work = real.pay(i, how === 'manual' ? 'manual' : 'simulated').then((sum) => {
    paid = sum;
  });
  expect(await outcomeOf(work)).toBe(answer);
  if (answer !== 'ok') return;
  expect(paid).toBe(amount);
  for (const other of payments) if (other.due === due) other.superseded = true;
  if (how === 'manual') {
    credit.useCredit(world, sub, due, fromCredit);
    return model.receive(world, sub, { due, amount: owed });
  }
  const until = Math.min(
    world.now + 24 * HOUR,
    sub.hold?.due === due ? sub.hold.until : Number.POSITIVE_INFINITY,
  );
  payments.push({
    ...{ sub: i, due, amount, fromCredit, until },
    settled: false,
    superseded: false,
    late: false,
    inTransit: false,
  });
  const payment = payments.length - 1;
  if (how === 'in transit') await takeUp(run, payment);
  else if (how !== 'later') await settlePayment(run, { payment, outcome: how });
}

/** Pays the renewal, while an upgrade is held too. */
async function payRenewal({ world, real }: Run, sub: Sub, i: number): Promise<void> {
  const { next } = sub;
  if (!next?.due) return;
  const fromCredit = credit.shareOfDue(world, next.due);
  const isRefused = world.transit.has(next.due) || fromCredit >= next.asked;
  expect(await outcomeOf(real.payRenewal(i))).toBe(isRefused ? 'CONFLICT' : 'ok');
  if (isRefused) return;
  world.credit -= fromCredit;
  model.receiveRenewal(world, sub);
}

/** The place of the nth payment. Numbers beyond the last wrap around, and -1 is the newest. */
const placeOf = (payments: Payment[], n: number) =>
  payments.length > 0 ? (n + payments.length) % payments.length : 0;

/** The gateway takes up a payment: its money is in transit until the gateway reports an outcome. */
async function takeUp({ world, real, payments }: Run, n: number): Promise<void> {
  const at = placeOf(payments, n);
  const payment = payments[at];
  const sub = payment && world.subs[payment.sub];
  if (!payment || !sub) return;
  const { settled, inTransit, superseded, until, due } = payment;
  const isOpenStill = !settled && !superseded && world.now < until && isOpen(sub, due);
  const after = await real.takeUp(at);
  if (!inTransit) expect(after === 'PROCESSING').toBe(isOpenStill);
  if (inTransit || !isOpenStill) return;
  payment.inTransit = true;
  world.transit.add(due);
}

/** The gateway reports the outcome of a payment, possibly late. */
async function settlePayment(
  { world, real, payments }: Run,
  { payment: n, outcome }: { payment: number; outcome: 'succeed' | 'reject' | 'insufficient_funds' },
): Promise<void> {
  const at = placeOf(payments, n);
  const payment = payments[at];
  const sub = payment && world.subs[payment.sub];
  if (!payment || !sub) return;
  if (payment.settled) return expect(await outcomeOf(real.settlePayment(at, outcome))).toBe('CONFLICT');
  const { due, amount, fromCredit, until, superseded, inTransit } = payment;
  const isDue = isOpen(sub, due);
  if (!inTransit && (superseded || world.now >= until || !isDue)) {
    const after = await real.settlePayment(at, outcome);
    expect(after.startsWith('EXPIRED')).toBe(true);
    if (outcome === 'succeed') {
      expect(after).toBe('EXPIRED, to be refunded');
      payment.late = true;
    }
    return;
  }
  payment.settled = true;
  const isCredit = world.subscriber.status === 'terminated' || credit.shareOfDue(world, due) < fromCredit;
  world.transit.delete(due);
  const after = await real.settlePayment(at, outcome);
  if (outcome !== 'succeed') {
    expect(after).toBe('FAILED');
    return model.fail(world, sub);
  }
  payment.late = !isDue && !isCredit;
  expect(after).toBe(payment.late ? 'COMPLETED, to be refunded' : 'COMPLETED');
  if (payment.late) return;
  if (isCredit) {
    world.credit += amount;
    return credit.settle(world);
  }
  credit.useCredit(world, sub, due, fromCredit);
  model.receive(world, sub, { due, amount: amount + fromCredit });
}

/** Late money becomes credit. */
async function keep({ world, real, payments }: Run, n: number): Promise<void> {
  const at = placeOf(payments, n);
  const payment = payments[at];
  if (!payment) return;
  expect(await outcomeOf(real.keep(at))).toBe(payment.late ? 'ok' : 'CONFLICT');
  if (!payment.late) return;
  payment.late = false;
  world.credit += payment.amount;
  credit.settle(world);
}

function isOpen(sub: Sub, due: string): boolean {
  if (sub.status === 'PENDING') return sub.first === due;
  if (sub.status === 'INACTIVE') return !sub.archived && sub.back?.due === due;
  return serves(sub) && [sub.hold?.due, sub.next?.due].includes(due);
}

async function compare({ world, real }: Run): Promise<void> {
  expect(await real.credit()).toBe(world.credit);
  for (const [i, sub] of world.subs.entries()) {
    const actual = await real.read(i);
    expect(actual.view).toEqual(viewOf(world, sub));
    const owed = debtOf(world, sub)?.amount ?? 0;
    expect(actual.debt).toBe(Math.max(0, owed - credit.shareOf(world, sub)));
  }
}

async function checkAll(): Promise<void> {
  expect(await checkInvariants(database.current.db)).toEqual([]);
}

/** The moves of the last run, from the audit entries. */
async function movesMade(): Promise<string[]> {
  const rows = await database.current.sql.unsafe<{ action: string }[]>(
    `select distinct action from ${auditedChanges} changes where is_move or by_time`,
  );
  return rows.map(({ action }) => action);
}

test.each([false, true])(
  'random steps in any order keep subscriptions, invoices and credit as the model predicts, and all invariants hold (credit: %s)',
  async (withCredit) => {
    const seed = MODEL_SEED === 'random' ? Date.now() % 2 ** 31 : Number(MODEL_SEED ?? DEFAULT_SEED);
    process.stderr.write(`model test: MODEL_SEED=${seed}\n`);
    const moved = new Set<string>();
    await fc.assert(
      fc.asyncProperty(stepsOf(withCredit), async (steps) => {
        const run = await newRun();
        for (const [i, step] of steps.entries()) {
          await apply(run, step);
          // What became covered is settled.
          await wait(run, 0);
          await compare(run);
          // The check costs more than a step, and a violation usually lasts.
          if (i % INVARIANTS_EACH === 0 || i === steps.length - 1) await checkAll();
        }
        for (const move of await movesMade()) moved.add(move);
      }),
      { seed, path: MODEL_PATH, numRuns: runs },
    );
    // Credit settles what other stories leave open, so fewer moves happen.
    if (!isDefault || withCredit) return;
    const all = modelled.flatMap(({ name, machine }) =>
      (machine?.moves ?? []).map(({ on }) => `${name}.${on}`),
    );
    expect([...new Set(all)].filter((move) => !moved.has(move))).toEqual([]);
  },
  // A limit for a run that hangs.
  20 * 60_000,
);
