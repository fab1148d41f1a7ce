import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { invoice } from '../../../../drizzle/schema/billing.ts';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { invalidValue, refuse } from '../../../contract/errors.ts';
import type { Minor } from '../../../contract/money.ts';
import type { PaymentCreate } from '../../../contract/payment.ts';
import type { Scope, WriteScope } from '../../../db/scope.ts';
import { findForUpdate, look } from '../../../state/resource.ts';
import { cyclePeriod, invoiceFor, netOf, termsOf } from '../../model/billing-cycle/rules.ts';
import type { ChargeRow } from '../../model/charge/resource.ts';
import { installationResource } from '../../model/installation/resource.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { lockSubscription } from '../../model/subscription/lock.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { lockCharge } from '../charges/lock.ts';
import { issueInvoice } from '../invoicing/issue.ts';
import { lapseUpgrade } from '../upgrade/end.ts';

/** What a payment is for: a charge, an invoice there is, or the first one there will be. Amount in minor units. */
export type Owed = {
  subscriberId: string;
  /** Null for a charge, which brings no service about. */
  subscriptionId: string | null;
  charge: ChargeRow | null;
  invoice: InvoiceRow | null;
  amount: number;
  currency: string;
  /** Until when it can be paid for; null where only the payment's own time counts. */
  payableUntil: Date | null;
  /** Names the thing, so that the database can refuse a second payment for it. */
  target: string;
};

/**
 * What is owed on the target a payment names: on a subscription first an upgrade that waits. A subscription that lapsed gets its reactivation invoice here.
 * Contract: Payment.
 * @throws VALIDATION_FAILED for an unknown target; IMMUTABLE on an archived or cancelled subscription; CONFLICT when
 *   nothing is owed
 */
export async function whatIsOwed(scope: WriteScope, input: PaymentCreate): Promise<Owed> {
  if (input.chargeId !== undefined) return owedOnCharge(scope, input.chargeId, 'chargeId');
  if (input.installationId !== undefined) return owedOnInstallation(scope, input.installationId);
  if (input.invoiceId !== undefined) return owedOnInvoice(scope, input.invoiceId);
  return owedOnSubscription(scope, input.subscriptionId ?? '');
}

async function owedOnCharge(scope: WriteScope, id: string, field: string): Promise<Owed> {
  const locked = await lockCharge(scope, id);
  if (!locked) throw invalidValue(field, 'There is no such charge.');
  const { charge } = locked;
  if (charge.status !== 'PENDING') throw nothingOwed(field);
  const { subscriberId, amount, currency } = charge;
  return {
    subscriberId,
    subscriptionId: null,
    charge,
    invoice: null,
    amount,
    currency,
    payableUntil: null,
    target: `charge:${charge.id}`,
  };
}

/** The fee of an installation, which is a charge. */
async function owedOnInstallation(scope: WriteScope, id: string): Promise<Owed> {
  const installation = await look(scope, installationResource, id);
  if (!installation) throw invalidValue('installationId', 'There is no such installation.');
  if (installation.chargeId === null) throw nothingOwed('installationId');
  return owedOnCharge(scope, installation.chargeId, 'installationId');
}

async function owedOnInvoice(scope: WriteScope, id: string): Promise<Owed> {
  const found = await look(scope, invoiceResource, id);
  if (!found) throw invalidValue('invoiceId', 'There is no such invoice.');
  const locked = await lockSubscription(scope, found.subscriptionId);
  if (!locked) throw nothingOwed('invoiceId');
  const subscription = await lapseUpgrade(scope, locked.subscription);
  const invoice = await findForUpdate(scope, invoiceResource, id);
  requireLiving(subscription, 'invoiceId');
  if (invoice.status !== 'OPEN') throw nothingOwed('invoiceId');
  return owing(subscription, invoice);
}

async function owedOnSubscription(scope: WriteScope, id: string): Promise<Owed> {
  const locked = await lockSubscription(scope, id);
  if (!locked) throw invalidValue('subscriptionId', 'There is no such subscription.');
  const subscription = await lapseUpgrade(scope, locked.subscription);
  requireLiving(subscription, 'subscriptionId');
  const debt = await debtOf(scope, subscription);
  if (!debt || debt.total === 0) throw nothingOwed('subscriptionId');
  if (debt.invoice) return owing(subscription, debt.invoice);
  if (debt.kind === 'REACTIVATION') {
    return owing(subscription, await reactivationInvoice(scope, subscription));
  }
  return {
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    charge: null,
    invoice: null,
    amount: debt.total,
    currency: debt.currency,
    payableUntil: null,
    target: `first:${subscription.id}`,
  };
}

/** @throws IMMUTABLE when nothing can bring the subscription back */
function requireLiving(subscription: SubscriptionRow, field: string): void {
  if (hasEnded(subscription)) {
    throw refuse('IMMUTABLE', { field, message: 'The subscription has ended for good.' });
  }
}

/** Whether nothing can bring a subscription back. */
export function hasEnded(subscription: Pick<SubscriptionRow, 'status' | 'archivedAt'>): boolean {
  return subscription.archivedAt !== null || ['CANCELLED', 'MIGRATED_OUT'].includes(subscription.status);
}

/** What a subscription owes, in minor units. The invoice is null while its payment has yet to bring it about. */
export type Debt = Pick<InvoiceRow, 'kind' | 'currency' | 'subtotal' | 'tax' | 'total'> & {
  invoice: InvoiceRow | null;
};

/**
 * What a subscription that has not ended owes as it stands, found without writing anything; null for nothing.
 * @param but what to leave aside: an upgrade that waits, to see what is owed for service alone
 */
export async function debtOf(
  scope: Scope,
  subscription: SubscriptionRow,
  but?: 'UPGRADE',
): Promise<Debt | null> {
  const open = await openInvoice(scope, subscription, but);
  if (open) return debtOn(open);
  if (subscription.status !== 'PENDING' && subscription.status !== 'INACTIVE') return null;
  const { currency, subtotal, tax, total } = await quoteFor(scope, subscription);
  const kind = subscription.status === 'PENDING' ? 'FIRST' : 'REACTIVATION';
  return { kind, currency, subtotal, tax, total, invoice: null };
}

/** What is owed on one invoice; null unless it is open. */
export function debtOn(invoice: InvoiceRow): Debt | null {
  if (invoice.status !== 'OPEN') return null;
  const { kind, currency, subtotal, tax, amountDue } = invoice;
  return { kind, currency, subtotal, tax, total: amountDue, invoice };
}

function owing(subscription: SubscriptionRow, invoice: InvoiceRow): Owed {
  if (invoice.amountDue === 0) throw nothingOwed('subscriptionId');
  return {
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    charge: null,
    invoice,
    amount: invoice.amountDue,
    currency: invoice.currency,
    payableUntil: invoice.kind === 'UPGRADE' ? subscription.upgradeExpiresAt : null,
    target: `invoice:${invoice.id}`,
  };
}

/** An upgrade that waits comes before all else, until its time is over. */
async function openInvoice(
  scope: Scope,
  { id, upgradeExpiresAt }: SubscriptionRow,
  but?: 'UPGRADE',
): Promise<InvoiceRow | undefined> {
  const isOver = upgradeExpiresAt !== null && upgradeExpiresAt <= scope.now;
  const [row] = await scope.db
    .select()
    .from(invoice)
    .where(
      and(
        eq(invoice.providerId, scope.providerId),
        eq(invoice.subscriptionId, id),
        eq(invoice.status, 'OPEN'),
        isOver || but === 'UPGRADE' ? ne(invoice.kind, 'UPGRADE') : undefined,
      ),
    )
    .orderBy(sql`${invoice.kind} <> 'UPGRADE'`, asc(invoice.issuedAt))
    .limit(1);
  return row;
}

/** The invoice that brings a lapsed subscription back; its period starts afresh when it is paid. */
export async function reactivationInvoice(
  scope: WriteScope,
  subscription: SubscriptionRow,
): Promise<InvoiceRow> {
  const quote = await quoteFor(scope, subscription);
  return issueInvoice(scope, {
    ...quote,
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    billingCycleId: null,
    kind: 'REACTIVATION',
    periodStart: scope.now,
    dueAt: scope.now,
  });
}

/**
 * The invoice a first payment produces. What was asked for holds: a plan that became dearer or cheaper while the
 * payment was under way does not change it.
 * @param received what was asked for and paid, in minor units, tax included
 */
export async function firstInvoice(
  scope: WriteScope,
  subscription: SubscriptionRow,
  received: Minor,
): Promise<InvoiceRow> {
  const [terms, taxRate] = await Promise.all([currentTerms(scope, subscription), taxRateOf(scope)]);
  const asked = { ...terms, price: netOf(received, taxRate) };
  return issueInvoice(scope, {
    ...invoiceFor(asked, cyclePeriod(scope.now, asked), taxRate),
    tax: received - asked.price,
    total: received,
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    billingCycleId: null,
    kind: 'FIRST',
    periodStart: scope.now,
    dueAt: scope.now,
  });
}

/** What a cycle that began now would cost, on the plan as it stands, tax included. */
export async function quoteFor(scope: Scope, subscription: SubscriptionRow) {
  const [terms, taxRate] = await Promise.all([currentTerms(scope, subscription), taxRateOf(scope)]);
  return invoiceFor(terms, cyclePeriod(scope.now, terms), taxRate);
}

/** The terms a cycle of this subscription would begin on now. */
export async function currentTerms(scope: Scope, subscription: SubscriptionRow) {
  const [row] = await scope.db
    .select()
    .from(plan)
    .where(and(eq(plan.providerId, scope.providerId), eq(plan.id, subscription.planId)));
  if (!row) throw new Error(`plan ${subscription.planId} is gone`);
  return termsOf(row, subscription);
}

async function taxRateOf(scope: Scope): Promise<string> {
  const [row] = await scope.db
    .select({ taxRate: provider.taxRate })
    .from(provider)
    .where(eq(provider.id, scope.providerId));
  return row?.taxRate ?? '0';
}

function nothingOwed(field: string) {
  return refuse('CONFLICT', { field, message: 'Nothing is owed on this.' });
}
