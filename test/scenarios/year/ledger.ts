/** A day in ms. */
export const DAY = 86_400_000;
const WINDOW = 3 * DAY;
const GRACE = 3 * DAY;
/** A subscription that is not paid for so long is cancelled. */
const UNPAID = 30 * DAY;

/** What a customer owes. `until`: an upgrade that is not paid by then is dropped. */
export type Debt = {
  kind: 'first' | 'renewal' | 'upgrade' | 'return' | 'charge';
  amount: number;
  dueAt: number;
  until?: number;
  /** The id of a charge. */
  id?: string;
  /** The price after an upgrade. */
  price?: number;
};

/** A payment that was requested for a debt. `fromCredit` is the part that it leaves to credit. */
export type Request = { debt: Debt; amount: number; fromCredit: number; until: number };

/** Money that arrived. `isCredit`: it became credit. */
export type Money = { amount: number; returned: number; isCredit: boolean };

/** The day of each reminder: of a renewal that waits for its payment, and before the end of grace. */
export const reminderDays = { before: 2, after: 1, lastWarning: 1 };

export const reminderKinds = ['REMINDER', 'OVERDUE', 'LAST_WARNING'] as const;
export type Reminder = (typeof reminderKinds)[number];

type Cycle = { end: number; graceEnd: number; overdue: boolean; billed: boolean; reminded: Set<Reminder> };

/**
 * The books of one customer with one subscription, kept without the code under test: what was paid, owed, settled and given back,
 * in minor units, and what follows for service. Instants are those of the steps of the year, so they differ by seconds from the real ones.
 */
export class Ledger {
  now: number;
  price: number;
  /** The length of a cycle in ms. */
  readonly length: number;
  status: 'PENDING' | 'ACTIVE' | 'INACTIVE' | 'CANCELLED' = 'PENDING';
  cycle: Cycle | null = null;
  debts: Debt[] = [];
  credit = 0;
  /** All money that arrived, and all that went back. */
  received = 0;
  returned = 0;
  /** Money that arrived too late to be used and has neither gone back nor become credit. */
  held = 0;
  adjusted = 0;
  /** The debts that were settled, less the refunds of payments for them. */
  spent = 0;
  transit: Request | null = null;
  isTerminated = false;
  /** How many reminders of each kind were sent. */
  readonly reminders: Record<Reminder, number> = { REMINDER: 0, OVERDUE: 0, LAST_WARNING: 0 };
  private readonly since: number;

  constructor(now: number, { price, days }: { price: number; days: number }) {
    this.now = now;
    this.since = now;
    this.length = days * DAY;
    this.price = price;
    this.debts.push({ kind: 'first', amount: price, dueAt: now });
  }

  /** The status of the subscription. */
  get service(): string {
    const isHeld = this.debts.some(({ kind }) => kind === 'upgrade');
    return isHeld ? 'AWAITING_PAYMENT_FOR_UPGRADE' : this.status;
  }

  get owed(): number {
    return this.debts.reduce((total, { kind, amount }) => total + (kind === 'first' ? 0 : amount), 0);
  }

  /** What a payment on the subscription pays: an upgrade first, else the oldest invoice, else the return to service. */
  get serviceDebt(): Debt | undefined {
    const ofService = this.debts.filter(({ kind }) => kind !== 'charge');
    const [debt] = [...ofService.filter(({ kind }) => kind === 'upgrade'), ...ofService];
    return debt ?? (this.status === 'INACTIVE' ? this.returning() : undefined);
  }

  private returning(): Debt {
    return { kind: 'return', amount: this.price, dueAt: this.now };
  }

  passTime(until: number): void {
    for (;;) {
      const [next] = this.due().sort((a, b) => a.at - b.at);
      if (!next || next.at > until) break;
      this.now = Math.max(this.now, next.at);
      next.run();
      this.settle();
    }
    this.now = until;
  }

  private due(): { at: number; run(): void }[] {
    const { cycle } = this;
    const upgrades = this.debts.map((debt) => ({ at: debt.until ?? Infinity, run: () => this.drop(debt) }));
    if (this.status === 'PENDING') {
      const waits = this.transit?.debt.kind === 'first';
      return [{ at: waits ? Infinity : this.since + UNPAID, run: () => this.cancel() }];
    }
    if (!cycle) return upgrades;
    if (cycle.overdue) {
      const waits = this.transit?.debt.kind === 'renewal';
      const end = { at: waits ? Infinity : cycle.graceEnd, run: () => this.suspend() };
      return [...upgrades, ...this.dueReminders(cycle), end];
    }
    if (!cycle.billed) return [...upgrades, { at: cycle.end - WINDOW, run: () => this.bill(cycle) }];
    return [...upgrades, ...this.dueReminders(cycle), { at: cycle.end, run: () => this.endCycle(cycle) }];
  }

  /** The reminders of a renewal that waits for its payment: one of each kind, and none while money for the service is in transit. */
  private dueReminders(cycle: Cycle): { at: number; run(): void }[] {
    const isInTransit = this.transit !== null && this.transit.debt.kind !== 'charge';
    if (isInTransit || !this.debts.some(({ kind }) => kind === 'renewal')) return [];
    const days: [Reminder, number][] = cycle.overdue
      ? [
          ['OVERDUE', cycle.end + reminderDays.after * DAY],
          ['LAST_WARNING', cycle.graceEnd - reminderDays.lastWarning * DAY],
        ]
      : [['REMINDER', cycle.end - reminderDays.before * DAY]];
    return days
      .filter(([kind, at]) => at < cycle.graceEnd && !cycle.reminded.has(kind))
      .map(([kind, at]) => ({ at, run: () => this.remind(cycle, kind) }));
  }

  private remind(cycle: Cycle, kind: Reminder): void {
    cycle.reminded.add(kind);
    this.reminders[kind] += 1;
  }

  private bill(cycle: Cycle): void {
    cycle.billed = true;
    this.debts.push({ kind: 'renewal', amount: this.price, dueAt: cycle.end });
  }

  private endCycle(cycle: Cycle): void {
    if (this.debts.some(({ kind }) => kind === 'renewal')) cycle.overdue = true;
    else this.startCycle(cycle.end);
  }

  private startCycle(at: number): void {
    this.status = 'ACTIVE';
    const end = at + this.length;
    this.cycle = { end, graceEnd: end + GRACE, overdue: false, billed: false, reminded: new Set() };
  }

  private cancel(): void {
    this.status = 'CANCELLED';
    this.debts = this.debts.filter(({ kind }) => kind === 'charge');
  }

  private suspend(): void {
    this.status = 'INACTIVE';
    this.cycle = null;
    this.debts = this.debts.filter(({ kind }) => kind === 'charge');
  }

  drop(debt: Debt): void {
    this.debts = this.debts.filter((each) => each !== debt);
  }

  private inOrder(): Debt[] {
    return this.debts.toSorted((a, b) => a.dueAt - b.dueAt);
  }

  /** The credit that a payment of a debt leaves to be used: all of it for the first debt, else none. */
  share(debt: Debt): number {
    const [first] = this.inOrder();
    return first === undefined || first === debt ? this.credit : 0;
  }

  settle(): void {
    for (;;) {
      const [first] = this.inOrder();
      if (first && this.transit?.debt === first) return;
      const debt = first ?? (this.status === 'INACTIVE' ? this.returning() : undefined);
      if (!debt || debt.amount > this.credit) return;
      this.credit -= debt.amount;
      this.pay(debt);
    }
  }

  private pay(debt: Debt): void {
    this.drop(debt);
    this.spent += debt.amount;
    if (debt.kind === 'first' || debt.kind === 'return') this.startCycle(this.now);
    if (debt.kind === 'upgrade') this.price = debt.price ?? this.price;
    const { cycle } = this;
    if (debt.kind === 'renewal' && cycle?.overdue) this.startCycle(cycle.end);
  }

  /** A payment is requested for a debt. */
  request(debt: Debt): Request {
    // The invoice of a return to service is issued with its first payment.
    if (debt.kind === 'return' && !this.debts.includes(debt)) this.debts.push(debt);
    const fromCredit = this.share(debt);
    return { debt, amount: debt.amount - fromCredit, fromCredit, until: this.now + DAY };
  }

  isOpen({ debt, until }: Request): boolean {
    return this.debts.includes(debt) && (until > this.now || this.transit?.debt === debt);
  }

  /**
   * The money of a request arrives.
   * @param late where money goes that can no longer pay: back to the payer, or on hold until staff decide
   */
  arrive(
    request: Request,
    { amount = request.amount, late = 'returned' as 'returned' | 'held' } = {},
  ): Money {
    const isOpen = this.isOpen(request);
    const { debt, fromCredit } = request;
    if (this.transit === request) this.transit = null;
    this.received += amount;
    const money = { amount, returned: 0, isCredit: false };
    if (!isOpen && !this.isTerminated) {
      this[late] += amount;
      if (late === 'returned') money.returned = amount;
    } else if (amount !== request.amount || !isOpen || this.share(debt) < fromCredit) {
      money.isCredit = true;
      this.credit += amount;
    } else {
      this.credit -= fromCredit;
      this.pay(debt);
    }
    this.settle();
    return money;
  }

  /** The money of a request is on its way, and then it does not come. */
  fail(request: Request): void {
    if (this.transit === request) this.transit = null;
    request.until = this.now;
    if (this.cycle?.overdue && this.cycle.graceEnd <= this.now) this.suspend();
    this.settle();
  }

  /** Money for no debt. */
  deposit(amount: number): Money {
    this.received += amount;
    this.credit += amount;
    this.settle();
    return { amount, returned: 0, isCredit: true };
  }

  /** Money on hold becomes credit. */
  keep(money: Money): void {
    this.held -= money.amount;
    this.credit += money.amount;
    money.isCredit = true;
    this.settle();
  }

  adjust(amount: number): void {
    this.adjusted += amount;
    this.credit += amount;
    this.settle();
  }

  /** Money goes back. What became credit and is spent is owed again. @returns what is owed */
  giveBack(money: Money, amount: number): number {
    money.returned += amount;
    this.returned += amount;
    if (!money.isCredit) {
      this.spent -= amount;
      return 0;
    }
    const missing = Math.max(0, amount - this.credit);
    this.credit -= amount - missing;
    if (missing > 0) this.owe(missing);
    // What went back without credit was spent on a debt, which the charge replaces.
    this.spent -= missing;
    return missing;
  }

  owe(amount: number, id?: string): void {
    this.debts.push({ kind: 'charge', amount, dueAt: this.now, ...(id && { id }) });
    this.settle();
  }

  terminate(): void {
    Object.assign(this, { status: 'CANCELLED', isTerminated: true, cycle: null, debts: [] });
  }

  /** Whether each shilling is in one place. */
  get difference(): number {
    return this.received + this.adjusted - this.returned - this.credit - this.held - this.spent;
  }
}
