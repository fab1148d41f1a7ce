import { z } from 'zod';
import {
  chargeDebt,
  chargeDebtQuery,
  subscriberDebts,
  subscriberDebtsQuery,
  subscriptionDebt,
  subscriptionDebtQuery,
} from '../../contract/debt.ts';
import { eventPage, paymentEventList } from '../../contract/events.ts';
import {
  paymentCounts,
  paymentCreate,
  paymentFilters,
  paymentId,
  paymentList,
  paymentListAll,
  paymentPage,
  paymentSimulate,
  paymentSnapshot,
  paymentTotals,
} from '../../contract/payment.ts';
import { paymentCollect, paymentCollection } from '../../contract/payment-collection.ts';
import { gatewayRefundRetry, paymentGateway } from '../../contract/payment-gateway.ts';
import { readGateway } from '../../domain/external/gateway/gateway.ts';
import { collectPayments } from '../../domain/payment/collect.ts';
import { createPayment } from '../../domain/payment/create.ts';
import { readChargeDebt, readSubscriptionDebt } from '../../domain/payment/debt.ts';
import { readSubscriberDebts } from '../../domain/payment/debts.ts';
import { countPayments, getPayment, listPayments, sumPayments } from '../../domain/payment/read.ts';
import { simulatePayment } from '../../domain/payment/simulate.ts';
import { listPaymentEvents } from '../../domain/payment/timeline.ts';
import { retryGatewayRefund } from '../../domain/refund/retry-gateway-refund.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

export const paymentRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/payments', 'List payments'))
    .input(paymentList)
    .output(paymentPage)
    .query(read(listPayments)),
  /** Portal only. */
  listAll: procedure('read').input(paymentListAll).output(paymentPage).query(read(listPayments)),
  get: procedure('read')
    .meta(rest('GET', '/v1/payments/{id}', 'Read a payment'))
    .input(paymentId)
    .output(paymentSnapshot)
    .query(read(getPayment)),
  /** Portal only, like those that follow. */
  debt: procedure('read')
    .input(subscriptionDebtQuery)
    .output(subscriptionDebt)
    .query(read(readSubscriptionDebt)),
  chargeDebt: procedure('read').input(chargeDebtQuery).output(chargeDebt).query(read(readChargeDebt)),
  debts: procedure('read')
    .input(subscriberDebtsQuery)
    .output(subscriberDebts)
    .query(read(readSubscriberDebts)),
  gateway: procedure('read').input(paymentId).output(paymentGateway).query(read(readGateway)),
  retryGatewayRefund: procedure('payments:write')
    .input(gatewayRefundRetry)
    .output(paymentGateway)
    .mutation(write(retryGatewayRefund)),
  collect: procedure('payments:write')
    .meta({ hasDryRun: true })
    .input(paymentCollect)
    .output(paymentCollection)
    .mutation(write(collectPayments)),
  /** Portal only. */
  totals: procedure('read').input(paymentFilters).output(paymentTotals).query(read(sumPayments)),
  /** Portal only. */
  counts: procedure('read').input(z.strictObject({})).output(paymentCounts).query(read(countPayments)),
  events: procedure('read').input(paymentEventList).output(eventPage).query(read(listPaymentEvents)),
  create: procedure('payments:write')
    .meta(
      rest('POST', '/v1/payments', 'Create a payment', { status: 201, errors: ['CONFLICT', 'IMMUTABLE'] }),
    )
    .input(paymentCreate)
    .output(paymentSnapshot)
    .mutation(write(createPayment)),
  simulate: procedure('payments:write')
    .meta(
      rest('POST', '/v1/payments/{id}/simulate', 'Simulate the gateway (sandbox)', { errors: ['CONFLICT'] }),
    )
    .input(paymentSimulate)
    .output(paymentSnapshot)
    .mutation(write(simulatePayment)),
});
