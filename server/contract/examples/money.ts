import type { z } from 'zod';
import type { BalanceTransactionSnapshot } from '../balance-transaction.ts';
import type { ChargeSnapshot } from '../charge.ts';
import type { InvoiceSnapshot } from '../invoice.ts';
import type { PaymentSnapshot } from '../payment.ts';
import { exampleId } from '../primitives.ts';
import type { scheduleDRowSnapshot } from '../provider.ts';
import type { ReceiptSnapshot } from '../receipt.ts';
import type { RefundSnapshot } from '../refund.ts';
import { begins, billingCycle, ends, subscriber, subscription, timestamps } from './customers.ts';

/** One story for every example: Ada Mwangi takes "Home 50" in Nairobi and pays for the first 30 days. */

export const payment: PaymentSnapshot = {
  metadata: {},
  id: exampleId('payment'),
  subscriberId: subscriber.id,
  subscriptionId: subscription.id,
  chargeId: null,
  installationId: null,
  invoiceId: exampleId('invoice'),
  amount: 29.99,
  currency: 'USD',
  rail: 'manual',
  status: 'COMPLETED',
  reference: 'PAY-7K3MXQ2WTB',
  failureReason: null,
  checkoutUrl: null,
  expiresAt: '2026-03-02T08:00:00.000Z',
  completedAt: begins,
  receivedAt: null,
  refundedAmount: 0,
  dispute: null,
  creditedAmount: 0,
  refundDue: false,
  ...timestamps,
};

export const invoice: InvoiceSnapshot = {
  id: exampleId('invoice'),
  number: 'INV-000042',
  subscriberId: subscriber.id,
  subscriptionId: subscription.id,
  billingCycleId: billingCycle.id,
  kind: 'FIRST',
  status: 'PAID',
  currency: 'USD',
  lines: [
    {
      description: 'Home 50',
      quantity: 1,
      unitAmount: 29.99,
      amount: 29.99,
      periodStart: begins,
      periodEnd: ends,
    },
  ],
  subtotal: 29.99,
  tax: 0,
  total: 29.99,
  amountPaid: 29.99,
  amountRefunded: 0,
  amountDue: 0,
  issuedAt: begins,
  dueAt: begins,
  paidAt: begins,
  ...timestamps,
};

export const charge: ChargeSnapshot = {
  metadata: {},
  id: exampleId('charge'),
  subscriberId: subscriber.id,
  subscriptionId: subscription.id,
  installationId: exampleId('installation'),
  description: 'Installation fee',
  amount: 50,
  currency: 'USD',
  status: 'PENDING',
  reason: null,
  expiresAt: null,
  paidAt: null,
  waivedAt: null,
  cancelledAt: null,
  refundedAt: null,
  ...timestamps,
};

export const refund: RefundSnapshot = {
  id: exampleId('refund'),
  paymentId: payment.id,
  subscriberId: subscriber.id,
  subscriptionId: subscription.id,
  chargeId: null,
  amount: 10,
  currency: 'USD',
  reason: 'SERVICE_FAULT',
  note: 'Two days without service in March',
  status: 'SUCCEEDED',
  ...timestamps,
};

export const balanceTransaction: BalanceTransactionSnapshot = {
  id: exampleId('balanceTransaction'),
  subscriberId: subscriber.id,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  endingBalance: 10,
  subscriptionId: null,
  paymentId: payment.id,
  refundId: null,
  invoiceId: null,
  chargeId: null,
  note: null,
  ...timestamps,
};

export const scheduleDRow: z.output<typeof scheduleDRowSnapshot> = {
  id: exampleId('scheduleDRow'),
  planType: 'RESIDENTIAL',
  currency: 'USD',
  minSpeedMbps: 25,
  maxSpeedMbps: 50,
  floorAmount: 20,
  effectiveFrom: '2026-01-01T00:00:00.000Z',
  ...timestamps,
};

export const receipt: ReceiptSnapshot = {
  id: exampleId('receipt'),
  status: 'MATCHED',
  rail: 'mpesa',
  transactionId: 'RKTQDM7W6S',
  amount: 3_000,
  currency: 'KES',
  accountNumber: '48201750',
  payer: '2547 ***** 678',
  payerName: 'Ada',
  paidAt: begins,
  subscriberId: subscriber.id,
  paymentId: payment.id,
  ...timestamps,
};
