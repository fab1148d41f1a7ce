import type { z } from 'zod';
import type { PendingOverrides } from '../../../drizzle/schema/subscription.ts';
import { plus } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { allOf, invalidValue, type Refusal, refuse } from '../../contract/errors.ts';
import { isTerminated } from '../../contract/subscriber-rules.ts';
import type { SubscriptionSnapshot, subscriptionCreate } from '../../contract/subscription.ts';
import { create, type Insertable } from '../../state/record.ts';
import { findOrNull, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { termsOf } from '../model/billing-cycle/rules.ts';
import { pointFault } from '../model/demarcation-point/resource.ts';
import { storedMetadata } from '../model/metadata.ts';
import { type PlanRow, planResource } from '../model/plan/resource.ts';
import { requireFloor } from '../model/schedule-d/floors.ts';
import { type SubscriberRow, subscriberResource } from '../model/subscriber/resource.ts';
import { ownFloorField, statedOverrides, withOverrides } from '../model/subscription/overrides.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';

/** The time for the first payment of a subscription, in ms. Contract: Billing. */
const FIRST_PAYMENT_PERIOD_MS = 30 * DAY_MS;

/**
 * Creates a PENDING subscription of a subscriber to a plan at a demarcation point. Contract: Subscription.
 * @throws Plan does not belong to this provider, Invalid or inactive plan, subscriber_terminal,
 *   PLAN_PRICE_BELOW_FLOOR for a price override; VALIDATION_FAILED for an unknown subscriber or demarcation point. One
 *   refusal lists all that the look-ups find.
 */
export async function createSubscription(
  scope: WriteScope,
  input: z.output<typeof subscriptionCreate>,
): Promise<SubscriptionSnapshot> {
  const { subscriber, plan } = await findParties(scope, input, () =>
    pointFault(scope, input.demarcationPointId),
  );
  const row = await attach(scope, subscriber, plan, {
    demarcationPointId: input.demarcationPointId,
    externalReference: input.externalReference ?? null,
    metadata: storedMetadata(input.metadata),
    ...(await allowedOverrides(scope, plan, input)),
  });
  return presentOne(scope, subscriptionResource, row);
}

/** A new service of an external system. It has no demarcation point. */
type External = {
  subscriberId: string;
  planId: string;
  demarcationPointId: string | null;
  externalReference: string;
};

/**
 * Creates the subscription of a service of an external system. Its onboarding is that of any other. Contract: Inbound.
 * @throws Plan does not belong to this provider, Invalid or inactive plan, subscriber_terminal
 */
export async function createExternalSubscription(
  scope: WriteScope,
  { subscriberId, planId, ...where }: External,
): Promise<SubscriptionRow> {
  const { subscriber, plan } = await findParties(scope, { subscriberId, planId });
  return attach(scope, subscriber, plan, { ...where, isExternal: true });
}

type Attached = Partial<Omit<Insertable<typeof subscriptionResource>, 'status'>>;

/** Creates the row after the checks. */
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
    pendingUntil: plus(scope.now, FIRST_PAYMENT_PERIOD_MS),
  };
  return create(scope, subscriptionResource, values, { emits: 'subscription.created' });
}

/**
 * Finds the subscriber and the plan and locks both, so that the plan stays enabled until the commit.
 * @param elsewhere a further look-up, whose refusal is added
 * @throws one refusal with all faults: VALIDATION_FAILED for an unknown subscriber, subscriber_terminal, Plan does not
 *   belong to this provider, Invalid or inactive plan, and what `elsewhere` finds
 */
async function findParties(
  scope: WriteScope,
  { subscriberId, planId }: { subscriberId: string; planId: string },
  elsewhere: () => Promise<Refusal | undefined> = async () => undefined,
): Promise<{ subscriber: SubscriberRow; plan: PlanRow }> {
  const subscriber = await findOrNull(scope, subscriberResource, subscriberId, 'share');
  const plan = await findOrNull(scope, planResource, planId, 'share');
  const fault = allOf([customerFault(subscriber), planFault(plan), await elsewhere()]);
  if (fault || !subscriber || !plan) throw fault;
  return { subscriber, plan };
}

function customerFault(subscriber: SubscriberRow | null): Refusal | undefined {
  if (!subscriber) return invalidValue('subscriberId', 'The subscriber does not exist.');
  return isTerminated(subscriber) ? refuse('subscriber_terminal') : undefined;
}

function planFault(plan: PlanRow | null): Refusal | undefined {
  if (!plan) return refuse('Plan does not belong to this provider');
  return plan.status === 'enabled' ? undefined : refuse('Invalid or inactive plan');
}

/** The overrides of the request, after the check of their price or speed against the floor. */
async function allowedOverrides(
  scope: WriteScope,
  plan: PlanRow,
  input: z.output<typeof subscriptionCreate>,
): Promise<PendingOverrides> {
  const overrides = statedOverrides(input, plan.priceCurrency);
  const field = ownFloorField(overrides);
  if (field === undefined) return overrides;
  const { price, speed } = termsOf(plan, withOverrides(null, overrides));
  const { planType, priceCurrency } = plan;
  const { downloadSpeedMbps } = speed;
  await requireFloor(scope, { planType, priceCurrency, downloadSpeedMbps }, () => price, field);
  return overrides;
}
