import { and, desc, eq, lt } from 'drizzle-orm';
import { invoice } from '../../../drizzle/schema/billing.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Minor } from '../../contract/money.ts';
import { isTerminated } from '../../contract/subscriber-rules.ts';
import type { Issuer } from '../../documents/invoice-facts.ts';
import { fill, type TextValues } from '../../messages/engine.ts';
import { find, owned, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { valuesOfReader } from '../messaging/email/values.ts';
import { invoiceResource } from '../model/invoice/resource.ts';
import { labelsOf } from '../model/labels.ts';
import { issuerOf } from '../model/provider/issuer.ts';
import { logoSizeOf } from '../model/provider/logo.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { findSubscriberDebts } from '../payment/debts.ts';
import { readOnItsWay } from '../payment/on-its-way.ts';
import { readWaysToPay, type WaysToPay } from '../payment/ways-to-pay.ts';
import type { OpenPage } from './open.ts';
import { type PageOutage, readOutages } from './outages.ts';
import { type PageService, readServices } from './services.ts';

/** Invoices of one page, and debts that can be chosen. */
const MAX_INVOICES = 12;
const MAX_DEBTS = 20;

type Sum = { amount: number; currency: string };

/** What a customer can pay. `key` names it in the form. The total is in minor units. */
export type PageDebt = WaysToPay & {
  key: string;
  /** The name of the plan, or the description of the charge. */
  name: string;
  /** The number of the invoice; null where none is issued. */
  number: string | null;
  total: Minor;
  currency: string;
  dueAt: Date | null;
  /** Whether it is owed. Otherwise it is the price of service that a payment starts. */
  isOwed: boolean;
};

/** All that the page of a customer shows. Sums are in major units. */
export type CustomerPageFacts = {
  issuer: Issuer & { brandColor: string | null };
  /** The size and the version of the logo; undefined without one. */
  logo: { width: number; height: number; version: string } | undefined;
  now: Date;
  firstName: string;
  accountNumber: string;
  /** The end of the phone, to which a prompt goes by default. */
  phoneEnd: string;
  /** The outages that the provider has announced to this customer, the newest first. */
  outages: PageOutage[];
  isOnHold: boolean;
  isTerminated: boolean;
  owed: Sum[];
  credit: Sum[];
  onItsWay: Sum[];
  services: PageService[];
  /** Services beside those. */
  moreServices: number;
  debts: PageDebt[];
  /** The currency of money on account, and how it can be paid; null where no rail takes any. */
  onAccount: (WaysToPay & { currency: string }) | null;
  invoices: PageInvoice[];
  /** Where the next page of invoices begins; null at the end. */
  before: string | null;
};

export type PageInvoice = Pick<
  typeof invoice.$inferSelect,
  'id' | 'number' | 'issuedAt' | 'status' | 'total' | 'currency'
>;

/**
 * What the page of a customer shows: the sums that staff read. Contract: Customer's page.
 * @param before the id of the invoice behind which the list of invoices begins
 */
export async function readCustomerPage(
  { scope, subscriberId }: OpenPage,
  before?: string,
): Promise<CustomerPageFacts> {
  const row = await find(scope, subscriberResource, subscriberId);
  const [
    { balanceDue, creditBalance },
    issuer,
    logo,
    onItsWay,
    { services, more, currency: ofService },
    found,
    waysOf,
    invoices,
    outages,
  ] = await Promise.all([
    presentOne(scope, subscriberResource, row),
    issuerOf(scope),
    logoSizeOf(scope),
    readOnItsWay(scope, subscriberId),
    readServices(scope, subscriberId),
    findSubscriberDebts(scope, subscriberId),
    readWaysToPay(scope),
    readInvoices(scope, subscriberId, before),
    readOutages(scope, subscriberId),
  ]);
  const offered = found.slice(0, MAX_DEBTS);
  const names = await labelsOf(scope, { ids: offered.flatMap(({ planId }) => planId ?? []) });
  const debts = offered.map((debt) => ({
    ...waysOf({ amount: debt.total, currency: debt.currency }),
    key: debt.id,
    name: debt.chargeId === null ? (names[debt.planId] ?? '') : debt.name,
    number: debt.chargeId ? null : debt.name,
    ...{ total: debt.total, currency: debt.currency },
    dueAt: debt.chargeId ? null : debt.dueAt,
    isOwed: debt.chargeId !== null || debt.name !== null,
  }));
  const currency = debts[0]?.currency ?? ofService ?? invoices[0]?.currency ?? creditBalance[0]?.currency;
  return {
    ...{ issuer, logo, onItsWay, services, debts, now: scope.now },
    outages: outages.map(({ at, text }) => ({
      at,
      text: fillOutage(text, valuesOfReader({ reader: row, issuer, pageLink: null })),
    })),
    ...{ firstName: row.firstName, accountNumber: row.accountNumber, phoneEnd: row.phone.slice(-3) },
    ...{ isOnHold: row.heldAt !== null, isTerminated: isTerminated(row) },
    ...{ owed: balanceDue, credit: creditBalance },
    moreServices: more,
    onAccount: currency && !isTerminated(row) ? onAccountIn(currency, waysOf) : null,
    invoices: invoices.slice(0, MAX_INVOICES),
    before: invoices.length > MAX_INVOICES ? (invoices[MAX_INVOICES - 1]?.id ?? null) : null,
  };
}

/** The text of an outage; empty where it exceeds its limits with the values of this reader, who still learns of the outage. */
function fillOutage(text: string, values: TextValues): string {
  try {
    return fill(text, values);
  } catch (error) {
    if (error instanceof Refusal) return '';
    throw error;
  }
}

function onAccountIn(currency: string, waysOf: Awaited<ReturnType<typeof readWaysToPay>>) {
  const { ways, payTo } = waysOf({ amount: SAMPLE, currency });
  return ways.length > 0 ? { currency, ways, payTo } : null;
}

/** An amount that every rail takes whose currency is right: whole units in each currency. */
const SAMPLE = 1_000_000 as Minor;

/** The invoices of a subscriber, the newest first, and one more than a page has. */
function readInvoices(scope: Scope, subscriberId: string, before?: string): Promise<PageInvoice[]> {
  return scope.db
    .select()
    .from(invoice)
    .where(
      and(
        owned(scope, invoiceResource),
        eq(invoice.subscriberId, subscriberId),
        before === undefined ? undefined : lt(invoice.id, before),
      ),
    )
    .orderBy(desc(invoice.id))
    .limit(MAX_INVOICES + 1);
}
