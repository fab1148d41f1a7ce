import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import { type PlanSnapshot, type planPatch, planUpdate } from '../../contract/plan.ts';
import { change, shown } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { patched } from '../model/patched.ts';
import { findPlan, type PlanRow, planResource } from '../model/plan/resource.ts';
import { mapUniqueViolations } from '../model/unique-violations.ts';
import { isInUse } from './in-use.ts';
import { planTerms } from './terms.ts';

/**
 * Replaces the fields of a plan. A new price or speed applies to running subscriptions from their next cycle. The
 * currency stays while a subscription uses the plan, because it is billed in it. Contract: Plan.
 * @throws NOT_FOUND; the four errors of Schedule D; IMMUTABLE for another currency while the plan is in use; CONFLICT
 *   when another plan has the name
 */
export async function updatePlan(
  scope: WriteScope,
  input: z.output<typeof planUpdate>,
): Promise<PlanSnapshot> {
  return replace(scope, await findPlan(scope, input.id, 'update'), input);
}

async function replace(
  scope: WriteScope,
  before: PlanRow,
  { id, ...input }: z.output<typeof planUpdate>,
): Promise<PlanSnapshot> {
  const terms = await planTerms(scope, input);
  if (terms.priceCurrency !== before.priceCurrency && (await isInUse(scope, id))) {
    throw refuse('IMMUTABLE', {
      field: 'priceCurrency',
      message: 'Subscriptions are billed in the currency of this plan.',
    });
  }
  const after = await mapUniqueViolations(scope, () =>
    change(scope, planResource, before, terms, { emits: 'plan.updated' }),
  );
  return presentOne(scope, planResource, after);
}

/**
 * Changes the given fields, as the replacement with the others as they are. Contract: Changing part of a resource.
 * @throws as `updatePlan`
 */
export async function patchPlan(scope: WriteScope, given: z.output<typeof planPatch>): Promise<PlanSnapshot> {
  const before = await findPlan(scope, given.id, 'update');
  // One price under two names: a given one takes the place of the stored one.
  const { price, priceAmount } = given;
  const hasPrice = price !== undefined || priceAmount !== undefined;
  const current = {
    ...shown(planResource, before),
    price: undefined,
    ...(hasPrice && { priceAmount: undefined }),
  };
  return replace(scope, before, patched(planUpdate, current, given));
}
