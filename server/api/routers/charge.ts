import { chargeOperations } from '../../contract/operations/charge.ts';
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
import { routerOf } from '../trpc.ts';

export const chargeRouter = routerOf(chargeOperations, {
  list: read(listCharges),
  allCharges: read(listAllCharges),
  listAll: read(listAllCharges),
  find: read(findCharge),
  totals: read(sumCharges),
  counts: read(countCharges),
  pending: read(sumPendingCharges),
  events: read(listChargeEvents),
  get: read(getCharge),
  create: write(createCharge),
  cancel: write(cancelCharge),
  waive: write(waiveCharge),
});
