import {
  refundCreate,
  refundFilters,
  refundId,
  refundList,
  refundListAll,
  refundPage,
  refundSnapshot,
  refundTotals,
} from '../../contract/refund.ts';
import { createRefund } from '../../domain/refund/create.ts';
import { getRefund, listRefunds, sumRefunds } from '../../domain/refund/read.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

export const refundRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/refunds', 'List refunds'))
    .input(refundList)
    .output(refundPage)
    .query(read(listRefunds)),
  /** Portal only. */
  listAll: procedure('read').input(refundListAll).output(refundPage).query(read(listRefunds)),
  /** Portal only. */
  totals: procedure('read').input(refundFilters).output(refundTotals).query(read(sumRefunds)),
  get: procedure('read')
    .meta(rest('GET', '/v1/refunds/{id}', 'Read a refund'))
    .input(refundId)
    .output(refundSnapshot)
    .query(read(getRefund)),
  create: procedure('payments:write')
    .meta(
      rest('POST', '/v1/payments/{id}/refunds', 'Refund a payment', {
        tag: 'refunds',
        status: 201,
        errors: ['CONFLICT'],
      }),
    )
    .input(refundCreate)
    .output(refundSnapshot)
    .mutation(write(createRefund)),
});
