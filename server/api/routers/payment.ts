import { paymentOperations } from '../../contract/operations/payment.ts';
import { readGateway } from '../../domain/external/gateway/gateway.ts';
import { collectPayments } from '../../domain/payment/collect.ts';
import { createPayment } from '../../domain/payment/create.ts';
import { readChargeDebt, readSubscriptionDebt } from '../../domain/payment/debt.ts';
import { readSubscriberDebts } from '../../domain/payment/debts.ts';
import { keepAsCredit } from '../../domain/payment/keep-as-credit.ts';
import { countPayments, getPayment, listPayments, sumPayments } from '../../domain/payment/read.ts';
import { simulatePayment } from '../../domain/payment/simulate.ts';
import { listPaymentEvents } from '../../domain/payment/timeline.ts';
import { retryGatewayRefund } from '../../domain/refund/retry-gateway-refund.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const paymentRouter = routerOf(paymentOperations, {
  list: read(listPayments),
  listAll: read(listPayments),
  get: read(getPayment),
  debt: read(readSubscriptionDebt),
  chargeDebt: read(readChargeDebt),
  debts: read(readSubscriberDebts),
  gateway: read(readGateway),
  retryGatewayRefund: write(retryGatewayRefund),
  collect: write(collectPayments),
  totals: read(sumPayments),
  counts: read(countPayments),
  events: read(listPaymentEvents),
  create: write(createPayment),
  keepAsCredit: write(keepAsCredit),
  simulate: write(simulatePayment),
});
