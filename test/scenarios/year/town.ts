import { seeded } from '../../crash/killable.ts';
import type { Act, Gateways } from './gateways.ts';
import { Ledger } from './ledger.ts';
import { deposit, pay } from './payers.ts';
import { type Customer, habits, type Known, type Plans, type Way, ways, type Year } from './people.ts';
import { charge, dispute, promise, refund, terminate, upgrade } from './staff.ts';

/** The customers of a provider, their staff, and what happens in a year by a seed. */
export class Town implements Year {
  readonly customers: Customer[];
  /** How often each thing happened. */
  readonly happened = new Map<string, number>();
  /** Receipts that name no customer, in minor units. */
  readonly unmatched = new Map<string, number>();
  readonly act: Act;
  readonly gateways: Gateways;
  readonly plans: Plans;
  readonly draw: () => number;
  /** Staff act one after the other, after the customers. */
  readonly staff: (() => Promise<void>)[] = [];

  constructor(
    known: Known[],
    seed: number,
    given: Pick<Year, 'act' | 'gateways' | 'plans'> & { now: number },
  ) {
    this.act = given.act;
    this.gateways = given.gateways;
    this.plans = given.plans;
    this.draw = seeded(seed);
    this.customers = known.map(({ plan, ...each }, i) => ({
      ...each,
      draw: seeded(seed + i * 7_919),
      ledger: new Ledger(given.now, plan),
      way: ways[i % ways.length] as Way,
      habit: habits[Math.floor(i / ways.length) % habits.length] as Customer['habit'],
      money: [],
      later: [],
    }));
  }

  note(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  /** One day: customers pay, gateways report, staff work. The ledgers are at `now` as the test clock is. */
  async step(now: number): Promise<void> {
    for (const { ledger } of this.customers) ledger.passTime(now);
    const answers: (() => Promise<void>)[] = [];
    await inParallel(this.customers, async (customer) => {
      const due = customer.later.filter(({ at }) => at <= now);
      customer.later = customer.later.filter(({ at }) => at > now);
      for (const { run } of due) await run();
      // What comes today is enough for a day, and what is in transit is waited for.
      if (due.length > 0 || customer.ledger.transit) return;
      const answer = await this.live(customer);
      if (answer) answers.push(answer);
    });
    if (answers.length > 0) await this.gateways.sendPrompts();
    await inParallel(answers, (answer) => answer());
    for (const work of this.staff.splice(0)) await work();
  }

  /** The gateways do what is due at them. */
  endWeek(): Promise<void> {
    return this.gateways.makeRefunds(() => this.draw() < 0.15);
  }

  /** What a customer does today. @returns what follows once the prompts are sent */
  private async live(customer: Customer): Promise<(() => Promise<void>) | undefined> {
    const { ledger, draw } = customer;
    if (ledger.status === 'CANCELLED') {
      if (draw() < 0.01) await deposit(this, customer, ledger.price);
      return undefined;
    }
    const chance = draw();
    if (chance < 0.004) this.staff.push(() => charge(this, customer));
    else if (chance < 0.008) this.staff.push(() => refund(this, customer));
    else if (chance < 0.0085) this.staff.push(() => terminate(this, customer));
    else if (chance < 0.0105) this.staff.push(() => dispute(this, customer));
    else if (chance < 0.013) this.staff.push(() => upgrade(this, customer));
    if (chance < 0.013) return undefined;
    if (ledger.cycle?.overdue && draw() < 0.05) {
      this.staff.push(() => promise(this, customer));
      return undefined;
    }
    if (draw() > this.wish(customer)) return undefined;
    if (customer.habit === 'in advance' || ledger.debts.length === 0) {
      const cycles = 1 + Math.floor(draw() * 3);
      return void (await deposit(this, customer, cycles * ledger.price));
    }
    return pay(this, customer);
  }

  /** How likely a customer pays today. */
  private wish({ ledger, habit }: Customer): number {
    const [owes] = ledger.debts;
    if (!owes) return ledger.status === 'INACTIVE' ? 0.1 : habit === 'in advance' ? 0.01 : 0.001;
    if (owes.kind === 'first') return 0.5;
    const isDue = ledger.now >= owes.dueAt;
    if (habit === 'early' || habit === 'in advance') return 0.6;
    if (habit === 'late') return isDue ? 0.25 : 0;
    return isDue ? 0.7 : 0.2;
  }
}

/** Runs work on all of a list, a few at a time. */
export async function inParallel<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}
