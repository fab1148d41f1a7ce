import {
  paymentCreate,
  paymentId,
  paymentList,
  paymentPage,
  paymentSimulate,
  paymentSnapshot,
} from '../../contract/payment.ts';
import { paymentPreview, paymentPreviewQuery } from '../../contract/payment-preview.ts';
import { createPayment } from '../../domain/payment/create.ts';
import { previewPayment } from '../../domain/payment/preview.ts';
import { getPayment, listPayments } from '../../domain/payment/read.ts';
import { simulatePayment } from '../../domain/payment/simulate.ts';
import { procedure, rest, router } from '../trpc.ts';
import { read, write } from '../work.ts';

export const paymentRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/payments', 'List payments'))
    .input(paymentList)
    .output(paymentPage)
    .query(read(listPayments)),
  get: procedure('read')
    .meta(rest('GET', '/v1/payments/{id}', 'Read a payment'))
    .input(paymentId)
    .output(paymentSnapshot)
    .query(read(getPayment)),
  /** The portal's alone. */
  preview: procedure('read').input(paymentPreviewQuery).output(paymentPreview).query(read(previewPayment)),
  create: procedure('payments:write')
    .meta(rest('POST', '/v1/payments', 'Make a payment', { status: 201, errors: ['CONFLICT', 'IMMUTABLE'] }))
    .input(paymentCreate)
    .output(paymentSnapshot)
    .mutation(write(createPayment)),
  simulate: procedure('payments:write')
    .meta(rest('POST', '/v1/payments/{id}/simulate', 'Play the gateway (sandbox)', { errors: ['CONFLICT'] }))
    .input(paymentSimulate)
    .output(paymentSnapshot)
    .mutation(write(simulatePayment)),
});
