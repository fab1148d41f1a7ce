import type { z } from 'zod';
import { charge } from '../../../drizzle/schema/charge.ts';
import type { ChargeId, ChargeSnapshot, chargeList, chargeListAll } from '../../contract/charge.ts';
import { refuse } from '../../contract/errors.ts';
import type { Scope } from '../../db/scope.ts';
import { find, look, presentOne } from '../../state/resource.ts';
import { defineList, equals } from '../list.ts';
import { subscriberResource } from '../subscriber/resource.ts';
import { chargeResource } from './resource.ts';

/** @throws subscriber_not_found; charge_not_found also for one of another subscriber */
export async function getCharge(scope: Scope, { subscriberId, chargeId }: ChargeId): Promise<ChargeSnapshot> {
  await find(scope, subscriberResource, subscriberId, 'subscriber_not_found');
  const row = await look(scope, chargeResource, chargeId);
  if (row?.subscriberId !== subscriberId) throw refuse('charge_not_found');
  return presentOne(scope, chargeResource, row);
}

/** Charges against anybody, in every state. Contract: Lists. */
export const listAllCharges = defineList<typeof chargeResource, z.output<typeof chargeListAll>>(
  chargeResource,
  {
    filters: {
      subscriberId: equals(charge.subscriberId),
      status: equals(charge.status),
      subscriptionId: equals(charge.subscriptionId),
    },
    sortable: { amount: charge.amount, status: charge.status, expiresAt: charge.expiresAt },
  },
);

/**
 * The charges against one subscriber.
 * @throws subscriber_not_found
 */
export async function listCharges(scope: Scope, input: z.output<typeof chargeList>) {
  await find(scope, subscriberResource, input.subscriberId, 'subscriber_not_found');
  return listAllCharges(scope, input);
}
