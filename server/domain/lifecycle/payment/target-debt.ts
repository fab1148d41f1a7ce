import { isPendingCharge } from '../../../contract/charge-rules.ts';
import { invalidValue, refuse } from '../../../contract/errors.ts';
import { isOpenInvoice } from '../../../contract/invoice-rules.ts';
import type { Minor } from '../../../contract/money.ts';
import type { PaymentCreate } from '../../../contract/payment.ts';
import { hasEnded } from '../../../contract/subscription-rules.ts';
import { find, findForUpdate, findOrNull } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { ChargeRow } from '../../model/charge/resource.ts';
import { installationResource } from '../../model/installation/resource.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { lockSubscription } from '../../model/subscription/lock.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { expireChargeIfDue } from '../charges/end.ts';
import { type LockedCharge, lockCharge } from '../charges/lock.ts';
import { expireUpgradeIfDue } from '../upgrade/end.ts';
import { findDebt } from './find-debt.ts';
import { issueReactivationInvoice } from './issue-service-invoice.ts';

/** What a payment names, locked. `field` is the field of the request that names it. */
export type LockedTarget =
  | { field: 'chargeId' | 'installationId'; locked: LockedCharge }
  | { field: 'invoiceId'; subscription: SubscriptionRow; invoiceId: string }
  | { field: 'subscriptionId'; subscription: SubscriptionRow };

/** The debt of a payment's target: a charge, an issued invoice, or an invoice that is not issued yet. */
export type TargetDebt = {
  subscriberId: string;
  /** Null for a charge. */
  subscriptionId: string | null;
  charge: ChargeRow | null;
  invoice: InvoiceRow | null;
  /** Minor units of the currency. */
  amount: Minor;
  currency: string;
  /** The deadline of an upgrade hold; null where only the time limit of the payment counts. */
  holdExpiresAt: Date | null;
  /** The key under which the database allows one open payment. */
  target: string;
};

/**
 * Locks what a payment names. `expireTargetIfDue` follows, because a charge or an upgrade hold may be past its expiry.
 * @throws VALIDATION_FAILED for an unknown target; CONFLICT for an installation without a fee
 */
export async function lockTarget(scope: WriteScope, input: PaymentCreate): Promise<LockedTarget> {
  if (input.chargeId !== undefined) return lockChargeTarget(scope, input.chargeId, 'chargeId');
  if (input.installationId !== undefined) return lockFee(scope, input.installationId);
  if (input.invoiceId !== undefined) return lockInvoice(scope, input.invoiceId);
  const locked = await lockSubscription(scope, input.subscriptionId ?? '');
  if (!locked) throw invalidValue('subscriptionId', 'There is no such subscription.');
  return { field: 'subscriptionId', subscription: locked.subscription };
}

async function lockChargeTarget(
  scope: WriteScope,
  id: string,
  field: 'chargeId' | 'installationId',
): Promise<LockedTarget> {
  const locked = await lockCharge(scope, id);
  if (!locked) throw invalidValue(field, 'There is no such charge.');
  return { field, locked };
}

/** The fee of an installation is a charge. */
async function lockFee(scope: WriteScope, id: string): Promise<LockedTarget> {
  const installation = await findOrNull(scope, installationResource, id);
  if (!installation) throw invalidValue('installationId', 'There is no such installation.');
  if (installation.chargeId === null) throw nothingDue('installationId');
  return lockChargeTarget(scope, installation.chargeId, 'installationId');
}

async function lockInvoice(scope: WriteScope, id: string): Promise<LockedTarget> {
  const found = await findOrNull(scope, invoiceResource, id);
  if (!found) throw invalidValue('invoiceId', 'There is no such invoice.');
  const locked = await lockSubscription(scope, found.subscriptionId);
  if (!locked) throw nothingDue('invoiceId');
  await findForUpdate(scope, invoiceResource, id);
  return { field: 'invoiceId', subscription: locked.subscription, invoiceId: id };
}

/**
 * Expires a charge or an upgrade hold that is past its expiry. A payment may come before the billing run that expires
 * it.
 * @returns the target after the change
 */
export async function expireTargetIfDue(scope: WriteScope, target: LockedTarget): Promise<LockedTarget> {
  if ('locked' in target) return { ...target, locked: await expireChargeIfDue(scope, target.locked) };
  return { ...target, subscription: await expireUpgradeIfDue(scope, target.subscription) };
}

/**
 * Finds the debt of a locked target. Writes nothing. Contract: Payment.
 * @returns with `invoice` null where the payment needs an invoice that is not issued yet; see `ensureInvoice`
 * @throws IMMUTABLE on an ended subscription; CONFLICT when nothing is due
 */
export async function findTargetDebt(scope: WriteScope, target: LockedTarget): Promise<TargetDebt> {
  if ('locked' in target) return debtOfCharge(target.locked.charge, target.field);
  const { subscription, field } = target;
  if (hasEnded(subscription)) {
    throw refuse('IMMUTABLE', { field, message: 'The subscription has ended and cannot be restored.' });
  }
  if (target.field === 'invoiceId') {
    const invoice = await find(scope, invoiceResource, target.invoiceId);
    if (!isOpenInvoice(invoice)) throw nothingDue('invoiceId');
    return debtOfInvoice(subscription, invoice);
  }
  const debt = await findDebt(scope, subscription);
  if (!debt || debt.total === 0) throw nothingDue('subscriptionId');
  if (debt.invoice) return debtOfInvoice(subscription, debt.invoice);
  return {
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    charge: null,
    invoice: null,
    amount: debt.total,
    currency: debt.currency,
    holdExpiresAt: null,
    target: `first:${subscription.id}`,
  };
}

/**
 * Issues the reactivation invoice that the payment of an INACTIVE subscription needs. The invoice of a first payment is
 * issued when that payment completes.
 * @returns the debt with its invoice
 */
export async function ensureInvoice(
  scope: WriteScope,
  target: LockedTarget,
  debt: TargetDebt,
): Promise<TargetDebt> {
  if (debt.invoice || !('subscription' in target)) return debt;
  const { subscription } = target;
  if (subscription.status !== 'INACTIVE') return debt;
  return debtOfInvoice(subscription, await issueReactivationInvoice(scope, subscription));
}

function debtOfCharge(charge: ChargeRow, field: string): TargetDebt {
  if (!isPendingCharge(charge)) throw nothingDue(field);
  const { subscriberId, amount, currency } = charge;
  return {
    subscriberId,
    subscriptionId: null,
    charge,
    invoice: null,
    amount,
    currency,
    holdExpiresAt: null,
    target: `charge:${charge.id}`,
  };
}

function debtOfInvoice(subscription: SubscriptionRow, invoice: InvoiceRow): TargetDebt {
  if (invoice.amountDue === 0) throw nothingDue('subscriptionId');
  return {
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    charge: null,
    invoice,
    amount: invoice.amountDue,
    currency: invoice.currency,
    holdExpiresAt: invoice.kind === 'UPGRADE' ? subscription.upgradeExpiresAt : null,
    target: `invoice:${invoice.id}`,
  };
}

function nothingDue(field: string) {
  return refuse('CONFLICT', { field, message: 'No amount is due.' });
}
