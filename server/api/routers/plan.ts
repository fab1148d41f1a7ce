import { planOperations } from '../../contract/operations/plan.ts';
import { createPlan } from '../../domain/plan/create.ts';
import { deletePlan } from '../../domain/plan/delete.ts';
import { disablePlan } from '../../domain/plan/disable.ts';
import { duplicatePlan } from '../../domain/plan/duplicate.ts';
import { enablePlan } from '../../domain/plan/enable.ts';
import { readPriceHistory } from '../../domain/plan/price-history.ts';
import { readPriceImpact } from '../../domain/plan/price-impact.ts';
import { getPlan, listPlans } from '../../domain/plan/read.ts';
import { patchPlan, updatePlan } from '../../domain/plan/update.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const planRouter = routerOf(planOperations, {
  list: read(listPlans),
  get: read(getPlan),
  priceHistory: read(readPriceHistory),
  priceImpact: read(readPriceImpact),
  create: write(createPlan),
  update: write(updatePlan),
  patch: write(patchPlan),
  duplicate: write(duplicatePlan),
  disable: write(disablePlan),
  enable: write(enablePlan),
  delete: write(deletePlan),
});
