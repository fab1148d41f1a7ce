import { z } from 'zod';
import {
  planConfirm,
  planCreate,
  planDuplicate,
  planId,
  planList,
  planPage,
  planSnapshot,
  planUpdate,
} from '../../contract/plan.ts';
import { idOutput } from '../../contract/primitives.ts';
import { createPlan } from '../../domain/plan/create.ts';
import { deletePlan } from '../../domain/plan/delete.ts';
import { disablePlan } from '../../domain/plan/disable.ts';
import { duplicatePlan } from '../../domain/plan/duplicate.ts';
import { enablePlan } from '../../domain/plan/enable.ts';
import { getPlan, listPlans } from '../../domain/plan/read.ts';
import { updatePlan } from '../../domain/plan/update.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

const floors = [
  'PLAN_TYPE_NOT_SUPPORTED_VIA_API',
  'PLAN_CURRENCY_NOT_SUPPORTED',
  'PLAN_SPEED_EXCEEDS_1GBPS',
  'PLAN_PRICE_BELOW_FLOOR',
] as const;

const deleted = z.object({ id: idOutput('plan'), deleted: z.literal(true) });

export const planRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/plans', 'List plans'))
    .input(planList)
    .output(planPage)
    .query(read(listPlans)),
  get: procedure('read')
    .meta(rest('GET', '/v1/plans/{id}', 'Read a plan'))
    .input(planId)
    .output(planSnapshot)
    .query(read(getPlan)),
  create: procedure('plans:write')
    .meta(rest('POST', '/v1/plans', 'Create a plan', { status: 201, errors: [...floors, 'CONFLICT'] }))
    .input(planCreate)
    .output(planSnapshot)
    .mutation(write(createPlan)),
  update: procedure('plans:write')
    .meta(rest('PUT', '/v1/plans/{id}', 'Replace a plan', { errors: [...floors, 'CONFLICT', 'IMMUTABLE'] }))
    .input(planUpdate)
    .output(planSnapshot)
    .mutation(write(updatePlan)),
  duplicate: procedure('plans:write')
    .meta(
      rest('POST', '/v1/plans/duplicate/{id}', 'Duplicate a plan', {
        status: 201,
        errors: [...floors, 'CONFLICT'],
      }),
    )
    .input(planDuplicate)
    .output(planSnapshot)
    .mutation(write(duplicatePlan)),
  disable: procedure('plans:write')
    .meta(
      rest('POST', '/v1/plans/{id}/disable', 'Disable a plan', {
        query: ['confirm'],
        errors: ['CONFIRMATION_MISMATCH', 'PLAN_ALREADY_DISABLED'],
      }),
    )
    .input(planConfirm)
    .output(planSnapshot)
    .mutation(write(disablePlan)),
  enable: procedure('plans:write')
    .meta(rest('POST', '/v1/plans/{id}/enable', 'Enable a plan', { errors: ['PLAN_ALREADY_ENABLED'] }))
    .input(planId)
    .output(planSnapshot)
    .mutation(write(enablePlan)),
  delete: procedure('plans:write')
    .meta(
      rest('DELETE', '/v1/plans/{id}', 'Delete a disabled plan', {
        query: ['confirm'],
        errors: ['CONFIRMATION_MISMATCH', 'PLAN_NOT_DISABLED', 'CONFLICT'],
      }),
    )
    .input(planConfirm)
    .output(deleted)
    .mutation(write(deletePlan)),
});
