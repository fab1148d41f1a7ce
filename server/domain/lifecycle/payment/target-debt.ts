import { isPendingCharge } from '../../../contract/charge-rules.ts';
import { invalidValue, refuse } from '../../../contract/errors.ts';
import { isOpenInvoice } from '../../../contract/invoice-rules.ts';
import { type Minor, subtract, ZERO } from '../../../contract/money.ts';
import type { PaymentCreate } from '../../../contract/payment.ts';
import { hasEnded } from '../../../contract/subscription-rules.ts';
import { findForUpdate, findOrNull } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { ChargeRow } from '../../model/charge/resource.ts';
import { installationResource } from '../../model/installation/resource.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { targetKey } from '../../model/payment/target.ts';
import type { LockedSubscription } from '../../model/subscription/lock.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import type { LockedCharge } from '../charges/end.ts';
import { lockCharge } from '../charges/lock.ts';
import { creditFor } from '../credit/debts.ts';
import { lockService } from '../upgrade/lock.ts';
import { findDebt } from './find-debt.ts';
import { issueReactivationInvoice } from './issue-service-invoice.ts';

/** What a payment names, locked. `field` is the field of the request that names it. */
export type LockedTarget =
  | { field: 'chargeId' | 'installationId'; charge: LockedCharge }
  | { field: 'invoiceId'; service: LockedSubscription; invoice: InvoiceRow }
  | { field: 'subscriptionId'; service: LockedSubscription };

/** The debt of a payment's target: a charge, an issued invoice, or an invoice that is not issued yet. */
export type TargetDebt = {
  subscriberId: string;
  /** Null for a charge. */
  subscriptionId: string | null;
  charge: ChargeRow | null;
  invoice: InvoiceRow | null;
  /** Minor units of the currency. */
  amount: Minor;
  /** What credit adds when the payment completes, in minor units; `amount` is the rest. */
  creditPart: Minor;
  currency: string;
  /** The deadline of an upgrade hold; null where only the time limit of the payment counts. */
  holdExpiresAt: Date | null;
  /** The key under which the database allows one open payment. */
  target: string;
};

/**
 * Locks what a payment names. A charge or an upgrade hold past its expiry has expired in the returned rows.
 * @throws VALIDATION_FAILED for an unknown target; CONFLICT for an installation without a fee
 */
export async function lockTarget(scope: WriteScope, input: PaymentCreate): Promise<LockedTarget> {
  if (input.chargeId !== undefined) return lockChargeTarget(scope, input.chargeId, 'chargeId');
  if (input.installationId !== undefined) return lockFee(scope, input.installationId);
  if (input.invoiceId !== undefined) return lockInvoice(scope, input.invoiceId);
  const service = input.subscriptionId !== undefined && (await lockService(scope, input.subscriptionId));
  if (!service) throw invalidValue('subscriptionId', 'There is no such subscription.');
  return { field: 'subscriptionId', service };
}

async function lockChargeTarget(
  scope: WriteScope,
  id: string,
  field: 'chargeId' | 'installationId',
): Promise<LockedTarget> {
  const charge = await lockCharge(scope, id);
  if (!charge) throw invalidValue(field, 'There is no such charge.');
  return { field, charge };
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
  const service = await lockService(scope, found.subscriptionId);
  if (!service) throw nothingDue('invoiceId');
  return { field: 'invoiceId', service, invoice: await findForUpdate(scope, invoiceResource, id) };
}

/**
 * Finds the debt of a locked target. Writes nothing. Contract: Payment.
 * @returns with `invoice` null where the payment needs an invoice that is not issued yet; see `ensureInvoice`
 * @throws IMMUTABLE on an ended subscription; CONFLICT when nothing is due
 */
export async function findTargetDebt(scope: WriteScope, target: LockedTarget): Promise<TargetDebt> {
  if ('charge' in target) return debtOfCharge(target.charge.charge, target.field);
  const { field } = target;
  const { subscription } = target.service;
  if (hasEnded(subscription)) {
    throw refuse('IMMUTABLE', { field, message: 'The subscription has ended and cannot be restored.' });
  }
  if (target.field === 'invoiceId') {
    if (!isOpenInvoice(target.invoice)) throw nothingDue('invoiceId');
    return debtOfInvoice(subscription, target.invoice);
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
    creditPart: ZERO,
    currency: debt.currency,
    holdExpiresAt: null,
    target: targetKey.first(subscription.id),
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
  if (debt.invoice || !('service' in target)) return debt;
  const { subscription } = target.service;
  if (subscription.status !== 'INACTIVE') return debt;
  return debtOfInvoice(subscription, await issueReactivationInvoice(scope, subscription));
}

/**
 * What a payment has to pay: the debt, less the credit that settles a part of it. Contract: Account credit.
 * @throws CONFLICT where credit covers all of it
 */
export async function lessCredit(scope: WriteScope, debt: TargetDebt): Promise<TargetDebt> {
  const creditPart = await creditFor(scope, debt);
  if (creditPart >= debt.amount) {
    throw refuse('CONFLICT', {
      field: 'amount',
      message: 'No amount is due: the credit of the subscriber covers it.',
    });
  }
  return { ...debt, amount: subtract(debt.amount, creditPart), creditPart };
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
    creditPart: ZERO,
    currency,
    holdExpiresAt: null,
    target: targetKey.charge(charge.id),
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
    creditPart: ZERO,
    currency: invoice.currency,
    holdExpiresAt: invoice.kind === 'UPGRADE' ? subscription.upgradeExpiresAt : null,
    target: targetKey.invoice(invoice.id),
  };
}

function nothingDue(field: string) {
  return refuse('CONFLICT', { field, message: 'No amount is due.' });
}
