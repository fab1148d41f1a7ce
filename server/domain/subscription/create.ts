import type { z } from 'zod';
import { DAY_MS, plus } from '../../clock.ts';
import { invalid, invalidValue, refuse } from '../../contract/errors.ts';
import { toMinor } from '../../contract/money.ts';
import { fitsCurrency } from '../../contract/primitives.ts';
import type { SubscriptionSnapshot, subscriptionCreate } from '../../contract/subscription.ts';
import type { WriteScope } from '../../db/scope.ts';
import { create, type Insertable } from '../../state/record.ts';
import { look, presentOne } from '../../state/resource.ts';
import { findAvailable } from '../demarcation-point/resource.ts';
import { type PlanRow, planResource } from '../plan/resource.ts';
import { requireFloor } from '../schedule-d/floors.ts';
import { type SubscriberRow, subscriberResource } from '../subscriber/resource.ts';
import { type SubscriptionRow, subscriptionResource } from './resource.ts';

/** How long a subscription may wait for its first payment. Contract: Billing. */
const TIME_TO_PAY_MS = 30 * DAY_MS;

/**
 * Attaches a subscriber to a plan at a demarcation point. It waits for its first payment. Contract: Subscription.
 * @throws Plan does not belong to this provider, Invalid or inactive plan, subscriber_terminal,
 *   PLAN_PRICE_BELOW_FLOOR for a price override; VALIDATION_FAILED for an unknown subscriber or demarcation point
 */
export async function createSubscription(
  scope: WriteScope,
  input: z.output<typeof subscriptionCreate>,
): Promise<SubscriptionSnapshot> {
  const subscriber = await findCustomer(scope, input.subscriberId);
  const plan = await findOnSale(scope, input.planId);
  await findAvailable(scope, input.demarcationPointId);
  const row = await attach(scope, subscriber, plan, {
    demarcationPointId: input.demarcationPointId,
    externalReference: input.externalReference ?? null,
    speedOverride: input.speedOverride ?? null,
    durationOverride: input.durationOverride ?? null,
    priceOverride: await allowedPrice(scope, plan, input),
  });
  return presentOne(scope, subscriptionResource, row);
}

/** What an external system knows of a new service. Nothing in it says where the service is. */
type External = {
  subscriberId: string;
  planId: string;
  demarcationPointId: string | null;
  externalReference: string;
};

/**
 * Takes a service of an external system in. It is onboarded like any other. Contract: Inbound.
 * @throws Plan does not belong to this provider, Invalid or inactive plan, subscriber_terminal
 */
export async function createExternalSubscription(
  scope: WriteScope,
  { subscriberId, planId, ...where }: External,
): Promise<SubscriptionRow> {
  const subscriber = await findCustomer(scope, subscriberId);
  return attach(scope, subscriber, await findOnSale(scope, planId), { ...where, isExternal: true });
}

type Attached = Partial<Omit<Insertable<typeof subscriptionResource>, 'status'>>;

/** Makes the row that the two above have checked. */
function attach(
  scope: WriteScope,
  subscriber: SubscriberRow,
  plan: PlanRow,
  more: Attached,
): Promise<SubscriptionRow> {
  const values = {
    ...more,
    subscriberId: subscriber.id,
    planId: plan.id,
    currency: plan.priceCurrency,
    status: 'PENDING' as const,
    pendingUntil: plus(scope.now, TIME_TO_PAY_MS),
  };
  return create(scope, subscriptionResource, values, 'subscription.created');
}

/** @throws subscriber_terminal; VALIDATION_FAILED for one that is not there */
async function findCustomer(scope: WriteScope, id: string): Promise<SubscriberRow> {
  const subscriber = await look(scope, subscriberResource, id, 'share');
  if (!subscriber) throw invalidValue('subscriberId', 'There is no such subscriber.');
  if (subscriber.status === 'terminated') throw refuse('subscriber_terminal');
  return subscriber;
}

/**
 * The plan, locked so that it stays on sale until the subscription has it.
 * @throws Plan does not belong to this provider, Invalid or inactive plan
 */
async function findOnSale(scope: WriteScope, id: string): Promise<PlanRow> {
  const plan = await look(scope, planResource, id, 'share');
  if (!plan) throw refuse('Plan does not belong to this provider');
  if (plan.status !== 'enabled') throw refuse('Invalid or inactive plan');
  return plan;
}

/** A price override in minor units, once it is above the floor for the speed the subscription will have. */
async function allowedPrice(
  scope: WriteScope,
  plan: PlanRow,
  { priceOverride, speedOverride }: z.output<typeof subscriptionCreate>,
): Promise<number | null> {
  if (priceOverride != null && !fitsCurrency(priceOverride, plan.priceCurrency)) {
    throw invalid([
      {
        field: 'priceOverride',
        code: 'INVALID_FORMAT',
        message: `${plan.priceCurrency} does not have that many digits.`,
      },
    ]);
  }
  const price = priceOverride == null ? null : toMinor(priceOverride, plan.priceCurrency);
  if (price === null && !speedOverride) return null;
  const downloadSpeedMbps = speedOverride?.downloadSpeedMbps ?? plan.downloadSpeedMbps;
  const terms = { planType: plan.planType, priceCurrency: plan.priceCurrency, downloadSpeedMbps };
  await requireFloor(
    scope,
    terms,
    () => price ?? plan.priceAmount,
    price === null ? 'speedOverride' : 'priceOverride',
  );
  return price;
}
