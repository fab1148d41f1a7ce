import { refuse } from '../errors.ts';
import { begins, newPlan, plan } from '../examples/customers.ts';
import { portalRead, rest } from '../operation.ts';
import {
  planConfirm,
  planCreate,
  planDuplicate,
  planId,
  planList,
  planPage,
  planPatch,
  planSnapshot,
  planUpdate,
} from '../plan.ts';
import { priceHistory, priceImpact, priceImpactQuery } from '../portal/plan-prices.ts';
import { deletedOutput } from '../primitives.ts';

const floors = [
  'PLAN_TYPE_NOT_SUPPORTED_VIA_API',
  'PLAN_CURRENCY_NOT_SUPPORTED',
  'PLAN_SPEED_EXCEEDS_1GBPS',
  'PLAN_PRICE_BELOW_FLOOR',
] as const;

const nameTaken = refuse('CONFLICT', {
  field: 'planName',
  code: 'ALREADY_EXISTS',
  message: 'Another plan has this name.',
});

const belowFloor = refuse('PLAN_PRICE_BELOW_FLOOR', {
  field: 'priceAmount',
  message: 'The floor for 50 Mbps is USD\u00a020.00.',
  details: { floorAmount: 20, currency: 'USD' },
});

const mismatch = refuse('CONFIRMATION_MISMATCH', { details: { expected: 'Home 50' } });

export const planOperations = {
  list: rest('GET', '/v1/plans', {
    summary: 'List plans',
    description: 'All plans that are not deleted, the newest first.',
    sdk: 'plans.list',
    permission: 'read',
    input: planList,
    output: planPage,
  }),
  get: rest('GET', '/v1/plans/{id}', {
    summary: 'Read a plan',
    description: 'One plan.',
    sdk: 'plans.retrieve',
    permission: 'read',
    input: planId,
    output: planSnapshot,
  }),
  priceHistory: portalRead({ permission: 'read', input: planId, output: priceHistory }),
  priceImpact: portalRead({ permission: 'plans:write', input: priceImpactQuery, output: priceImpact }),
  create: rest('POST', '/v1/plans', {
    summary: 'Create a plan',
    description:
      'The price has to reach the floor of Schedule D for type, currency and download speed. Checks follow this order: type, currency, speed, floor.',
    sdk: 'plans.create',
    permission: 'plans:write',
    input: planCreate,
    output: planSnapshot,
    status: 201,
    errors: [...floors, 'CONFLICT'],
    refusals: { CONFLICT: nameTaken, PLAN_PRICE_BELOW_FLOOR: belowFloor },
    request: newPlan,
  }),
  update: rest('PUT', '/v1/plans/{id}', {
    summary: 'Replace a plan',
    description:
      'Replaces all writable fields. A changed price or speed applies to new subscriptions at once, and to running ones from the next cycle whose renewal is not issued yet.',
    sdk: 'plans.update',
    permission: 'plans:write',
    input: planUpdate,
    output: planSnapshot,
    errors: [...floors, 'CONFLICT', 'IMMUTABLE'],
    refusals: { CONFLICT: nameTaken, PLAN_PRICE_BELOW_FLOOR: belowFloor },
    request: { ...newPlan, priceAmount: 34.99 },
    answer: { ...plan, price: 34.99, priceAmount: 34.99 },
  }),
  patch: rest('PATCH', '/v1/plans/{id}', {
    summary: 'Change a part of a plan',
    description:
      'What is given is changed, and null clears an optional field. Checks and events are those of the PUT.',
    sdk: 'plans.patch',
    permission: 'plans:write',
    input: planPatch,
    output: planSnapshot,
    errors: [...floors, 'CONFLICT', 'IMMUTABLE'],
    refusals: { CONFLICT: nameTaken, PLAN_PRICE_BELOW_FLOOR: belowFloor },
    request: { priceAmount: 34.99 },
    answer: { ...plan, price: 34.99, priceAmount: 34.99 },
  }),

  duplicate: rest('POST', '/v1/plans/duplicate/{id}', {
    summary: 'Duplicate a plan',
    description: 'A copy of the plan under another name, by default `NAME (copy)`.',
    sdk: 'plans.duplicate',
    permission: 'plans:write',
    input: planDuplicate,
    output: planSnapshot,
    status: 201,
    errors: [...floors, 'CONFLICT'],
    refusals: { CONFLICT: nameTaken, PLAN_PRICE_BELOW_FLOOR: belowFloor },
    request: { planName: 'Home 50 student' },
    answer: { ...plan, planName: 'Home 50 student' },
  }),
  disable: rest('POST', '/v1/plans/{id}/disable', {
    summary: 'Disable a plan',
    description:
      'New subscriptions and plan changes can no longer use the plan. Running subscriptions continue. `confirm` prevents accidents.',
    sdk: 'plans.disable',
    permission: 'plans:write',
    input: planConfirm,
    query: ['confirm'],
    output: planSnapshot,
    errors: ['CONFIRMATION_MISMATCH', 'PLAN_ALREADY_DISABLED'],
    refusals: { CONFIRMATION_MISMATCH: mismatch },
    answer: { ...plan, disabledAt: begins },
  }),
  enable: rest('POST', '/v1/plans/{id}/enable', {
    summary: 'Enable a plan',
    description: 'New subscriptions and plan changes can use the plan again.',
    sdk: 'plans.enable',
    permission: 'plans:write',
    input: planId,
    output: planSnapshot,
    errors: ['PLAN_ALREADY_ENABLED'],
  }),
  delete: rest('DELETE', '/v1/plans/{id}', {
    summary: 'Delete a disabled plan',
    description:
      'Deletes a disabled plan that no subscription uses or has a pending change to. A deleted plan is 404 and unlisted.',
    sdk: 'plans.delete',
    permission: 'plans:write',
    input: planConfirm,
    query: ['confirm'],
    output: deletedOutput('plan'),
    errors: ['CONFIRMATION_MISMATCH', 'PLAN_NOT_DISABLED', 'CONFLICT'],
    refusals: {
      CONFIRMATION_MISMATCH: mismatch,
      CONFLICT: refuse('CONFLICT', {
        field: 'id',
        message: 'Subscriptions use this plan or have a pending change to it.',
      }),
    },
    answer: { id: plan.id, deleted: true },
  }),
};
