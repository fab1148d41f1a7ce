import type { Act, Gateways } from './gateways.ts';
import type { Ledger, Money } from './ledger.ts';

export const ways = ['prompt', 'paybill', 'paystack', 'stripe', 'cash'] as const;
export type Way = (typeof ways)[number];
export const habits = ['early', 'on time', 'late', 'in parts', 'in advance'] as const;

export type Customer = {
  subscriberId: string;
  subscriptionId: string;
  accountNumber: string;
  phone: string;
  externalUserId: string;
  ledger: Ledger;
  way: Way;
  habit: (typeof habits)[number];
  draw: () => number;
  money: { id: string; way: Way; of: Money }[];
  /** What happens in a later step. */
  later: { at: number; run(): Promise<void> }[];
};

export type Plan = { id: string; price: number; days: number };
export type Plans = Record<'month' | 'larger' | 'quarter' | 'half', Plan>;
export type Known = Pick<
  Customer,
  'subscriberId' | 'subscriptionId' | 'accountNumber' | 'phone' | 'externalUserId'
> & { plan: Plan };

/** The customers of a provider, their staff, and what happens in a year by a seed. */

/** A year of a provider: what its customers and staff act on. */
export type Year = {
  act: Act;
  gateways: Gateways;
  plans: Plans;
  customers: Customer[];
  draw: () => number;
  note(what: string): void;
  /** Receipts that name no customer, in minor units. */
  unmatched: Map<string, number>;
  /** Staff act one after the other, after the customers. */
  staff: (() => Promise<void>)[];
};
