import { demarcationPointOperations } from '../../contract/operations/demarcation-point.ts';
import { createDemarcationPoint } from '../../domain/demarcation-point/create.ts';
import { getDemarcationPoint, listDemarcationPoints } from '../../domain/demarcation-point/read.ts';
import { updateDemarcationPoint } from '../../domain/demarcation-point/update.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const demarcationPointRouter = routerOf(demarcationPointOperations, {
  list: read(listDemarcationPoints),
  get: read(getDemarcationPoint),
  create: write(createDemarcationPoint),
  update: write(updateDemarcationPoint),
});
