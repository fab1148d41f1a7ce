import { toMinor } from '../../contract/money.ts';
import type { PlanCreate } from '../../contract/plan.ts';
import type { WriteScope } from '../../work/scope.ts';
import { storedMetadata } from '../model/metadata.ts';
import { replacing } from '../model/replacing.ts';
import { requireFloor } from '../model/schedule-d/floors.ts';

/**
 * The columns of a plan, after the checks of Schedule D. Price in minor units. Contract: Plan, Schedule D.
 * @throws PLAN_TYPE_NOT_SUPPORTED_VIA_API, PLAN_CURRENCY_NOT_SUPPORTED, PLAN_SPEED_EXCEEDS_1GBPS, PLAN_PRICE_BELOW_FLOOR
 */
export async function planTerms(scope: WriteScope, input: PlanCreate) {
  const { price, priceAmount = price ?? 0, ...rest } = input;
  const inMinor = () => toMinor(priceAmount, input.priceCurrency);
  await requireFloor(scope, input, inMinor);
  return {
    ...replacing({ ...rest, metadata: storedMetadata(rest.metadata) }, { dataCapMb: null, metadata: null }),
    priceAmount: inMinor(),
  };
}
