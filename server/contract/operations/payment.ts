import { refuse } from '../errors.ts';
import { eventPage } from '../events.ts';
import { subscription } from '../examples/customers.ts';
import { payment } from '../examples/money.ts';
import { portalRead, portalWrite, rest } from '../operation.ts';
import {
  paymentCreate,
  paymentId,
  paymentList,
  paymentPage,
  paymentSimulate,
  paymentSnapshot,
} from '../payment.ts';
import {
  chargeDebt,
  chargeDebtQuery,
  subscriberDebts,
  subscriberDebtsQuery,
  subscriptionDebt,
  subscriptionDebtQuery,
} from '../portal/debt.ts';
import { paymentEventList } from '../portal/events.ts';
import { paymentCounts, paymentFilters, paymentListAll, paymentTotals } from '../portal/payment.ts';
import { paymentCollect, paymentCollection } from '../portal/payment-collection.ts';
import { gatewayRefundRetry, paymentGateway } from '../portal/payment-gateway.ts';
import { nothing } from '../primitives.ts';

export const paymentOperations = {
  list: rest('GET', '/v1/payments', {
    summary: 'List payments',
    description: 'All payments, the newest first.',
    sdk: 'payments.list',
    permission: 'read',
    input: paymentList,
    output: paymentPage,
  }),
  listAll: portalRead({ permission: 'read', input: paymentListAll, output: paymentPage }),
  get: rest('GET', '/v1/payments/{id}', {
    summary: 'Read a payment',
    description: 'One payment.',
    sdk: 'payments.retrieve',
    permission: 'read',
    input: paymentId,
    output: paymentSnapshot,
  }),
  debt: portalRead({ permission: 'read', input: subscriptionDebtQuery, output: subscriptionDebt }),
  chargeDebt: portalRead({ permission: 'read', input: chargeDebtQuery, output: chargeDebt }),
  debts: portalRead({ permission: 'read', input: subscriberDebtsQuery, output: subscriberDebts }),
  gateway: portalRead({ permission: 'read', input: paymentId, output: paymentGateway }),
  retryGatewayRefund: portalWrite({
    permission: 'payments:write',
    input: gatewayRefundRetry,
    output: paymentGateway,
  }),
  collect: portalWrite({
    permission: 'payments:collect',
    input: paymentCollect,
    output: paymentCollection,
    hasDryRun: true,
  }),
  totals: portalRead({ permission: 'revenue:read', input: paymentFilters, output: paymentTotals }),
  counts: portalRead({ permission: 'read', input: nothing, output: paymentCounts }),
  events: portalRead({ permission: 'read', input: paymentEventList, output: eventPage }),
  create: rest('POST', '/v1/payments', {
    summary: 'Create a payment',
    description:
      'Has one target: `subscriptionId`, `chargeId`, `installationId` or `invoiceId`. Demarc computes the amount that is due, less the credit that settles a part of it. With `subscriberId`, `amount` and `currency` alone it is a payment on account, which becomes credit. On the rail `manual` the money is already received: the answer is `COMPLETED`, and what was paid for takes effect in the same request.',
    sdk: 'payments.create',
    permission: 'payments:collect',
    input: paymentCreate,
    takesLocalPhone: true,
    output: paymentSnapshot,
    status: 201,
    errors: ['CONFLICT', 'IMMUTABLE'],
    refusals: {
      CONFLICT: refuse('CONFLICT', { field: 'subscriptionId', message: 'No amount is due.' }),
      IMMUTABLE: refuse('IMMUTABLE', {
        field: 'subscriptionId',
        message: 'The subscription has ended and cannot be restored.',
      }),
      REFERENCE_TAKEN: refuse('CONFLICT', {
        field: 'reference',
        code: 'ALREADY_EXISTS',
        message: 'Another payment has this reference.',
      }),
    },
    request: { subscriptionId: subscription.id, rail: 'manual' },
  }),
  keepAsCredit: rest('POST', '/v1/payments/{id}/keep-as-credit', {
    summary: 'Keep a payment as credit',
    description:
      'For a payment with `refundDue`: its money becomes account credit of the subscriber instead of a refund. The status of the payment stays.',
    sdk: 'payments.keepAsCredit',
    permission: 'payments:write',
    input: paymentId,
    output: paymentSnapshot,
    errors: ['CONFLICT'],
    refusals: {
      CONFLICT: refuse('CONFLICT', {
        field: 'id',
        message: 'Only a payment that is due for refund can be kept.',
      }),
    },
    answer: { ...payment, status: 'EXPIRED', completedAt: null, creditedAmount: payment.amount },
  }),
  simulate: rest('POST', '/v1/payments/{id}/simulate', {
    summary: 'Simulate the gateway (sandbox)',
    description: 'Reports an outcome as a gateway would, for a payment on the rail `simulated` in a sandbox.',
    sdk: 'payments.simulate',
    permission: 'payments:write',
    input: paymentSimulate,
    output: paymentSnapshot,
    errors: ['CONFLICT'],
    refusals: {
      CONFLICT: refuse('CONFLICT', {
        field: 'id',
        message: 'Only an open payment on the simulated rail can be simulated.',
      }),
    },
    request: { outcome: 'succeed' },
    answer: { ...payment, rail: 'simulated' },
  }),
};
