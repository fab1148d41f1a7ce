import {
  chargeCreate,
  chargeEnd,
  chargeId,
  chargeList,
  chargeListAll,
  chargePage,
  chargeSnapshot,
} from '../../contract/charge.ts';
import { cancelCharge } from '../../domain/charge/cancel.ts';
import { createCharge } from '../../domain/charge/create.ts';
import { getCharge, listAllCharges, listCharges } from '../../domain/charge/read.ts';
import { waiveCharge } from '../../domain/charge/waive.ts';
import { procedure, rest, router } from '../trpc.ts';
import { read, write } from '../work.ts';

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
  /** The portal's alone. */
  listAll: procedure('read').input(chargeListAll).output(chargePage).query(read(listAllCharges)),
  get: procedure('read')
    .meta(rest('GET', one, 'Read a charge', { tag, errors: ['subscriber_not_found', 'charge_not_found'] }))
    .input(chargeId)
    .output(chargeSnapshot)
    .query(read(getCharge)),
  create: procedure('charges:write')
    .meta(
      rest('POST', all, 'Charge a subscriber once', {
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
      rest('POST', `${one}/cancel`, 'Take a pending charge back', {
        tag,
        errors: ['charge_not_found', 'CHARGE_NOT_CANCELLABLE'],
      }),
    )
    .input(chargeEnd)
    .output(chargeSnapshot)
    .mutation(write(cancelCharge)),
  waive: procedure('charges:write')
    .meta(
      rest('POST', `${one}/waive`, 'Forgo a pending charge', {
        tag,
        errors: ['charge_not_found', 'CHARGE_NOT_WAIVABLE'],
      }),
    )
    .input(chargeEnd)
    .output(chargeSnapshot)
    .mutation(write(waiveCharge)),
});
