import { z } from 'zod';
import {
  chargeById,
  chargeCounts,
  chargeCreate,
  chargeEnd,
  chargeFilters,
  chargeId,
  chargeList,
  chargeListAll,
  chargePage,
  chargeSnapshot,
  chargeTotals,
  pendingCharges,
} from '../../contract/charge.ts';
import { chargeEventList, eventPage } from '../../contract/events.ts';
import { cancelCharge } from '../../domain/charge/cancel.ts';
import { createCharge } from '../../domain/charge/create.ts';
import {
  countCharges,
  findCharge,
  getCharge,
  listAllCharges,
  listCharges,
  sumCharges,
  sumPendingCharges,
} from '../../domain/charge/read.ts';
import { listChargeEvents } from '../../domain/charge/timeline.ts';
import { waiveCharge } from '../../domain/charge/waive.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

const all = '/v1/subscribers/{subscriberId}/charges';
const one = `${all}/{chargeId}` as const;
const tag = 'charges';

export const chargeRouter = router({
  list: procedure('read')
    .meta(
      rest('GET', all, 'List the charges of a subscriber', {
        tag,
        errors: ['subscriber_not_found', 'invalid_created_after', 'invalid_created_before'],
      }),
    )
    .input(chargeList)
    .output(chargePage)
    .query(read(listCharges)),
  /** Portal only, like the three that follow. */
  listAll: procedure('read').input(chargeListAll).output(chargePage).query(read(listAllCharges)),
  find: procedure('read').input(chargeById).output(chargeSnapshot).query(read(findCharge)),
  /** Portal only. */
  totals: procedure('read').input(chargeFilters).output(chargeTotals).query(read(sumCharges)),
  /** Portal only. */
  counts: procedure('read').input(z.strictObject({})).output(chargeCounts).query(read(countCharges)),
  pending: procedure('read').input(z.strictObject({})).output(pendingCharges).query(read(sumPendingCharges)),
  events: procedure('read').input(chargeEventList).output(eventPage).query(read(listChargeEvents)),
  get: procedure('read')
    .meta(rest('GET', one, 'Read a charge', { tag, errors: ['subscriber_not_found', 'charge_not_found'] }))
    .input(chargeId)
    .output(chargeSnapshot)
    .query(read(getCharge)),
  create: procedure('charges:write')
    .meta(
      rest('POST', all, 'Create a charge', {
        tag,
        status: 201,
        errors: [
          'subscriber_not_found',
          'invalid_expires_at',
          'subscription_mismatch',
          'subscriber_terminal',
        ],
      }),
    )
    .input(chargeCreate)
    .output(chargeSnapshot)
    .mutation(write(createCharge)),
  cancel: procedure('charges:write')
    .meta(
      rest('POST', `${one}/cancel`, 'Cancel a pending charge', {
        tag,
        errors: ['charge_not_found', 'CHARGE_NOT_CANCELLABLE'],
      }),
    )
    .input(chargeEnd)
    .output(chargeSnapshot)
    .mutation(write(cancelCharge)),
  waive: procedure('charges:write')
    .meta(
      rest('POST', `${one}/waive`, 'Waive a pending charge', {
        tag,
        errors: ['charge_not_found', 'CHARGE_NOT_WAIVABLE'],
      }),
    )
    .input(chargeEnd)
    .output(chargeSnapshot)
    .mutation(write(waiveCharge)),
});
