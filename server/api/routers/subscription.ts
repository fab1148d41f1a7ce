import { z } from 'zod';
import { billingCyclePage, subscriptionCycleList } from '../../contract/billing-cycle.ts';
import { changeErrors } from '../../contract/change-rejections.ts';
import { eventPage, subscriptionEventList } from '../../contract/events.ts';
import { explanation } from '../../contract/explanation.ts';
import { networkUsage, networkUsageDays } from '../../contract/network-session.ts';
import {
  planRemoval,
  subscriptionCounts,
  subscriptionCreate,
  subscriptionCredentials,
  subscriptionFilters,
  subscriptionId,
  subscriptionList,
  subscriptionListAll,
  subscriptionPage,
  subscriptionSnapshot,
  subscriptionTotals,
  subscriptionUpdate,
  subscriptionWithBalancePage,
} from '../../contract/subscription.ts';
import { cancelSubscription } from '../../domain/lifecycle/termination/cancel.ts';
import { getUsage } from '../../domain/network-session/read-usage.ts';
import { getSubscriptionUsageDays } from '../../domain/network-session/read-usage-days.ts';
import { activateSubscription } from '../../domain/subscription/activate.ts';
import { createSubscription } from '../../domain/subscription/create.ts';
import { revealCredentials } from '../../domain/subscription/credentials.ts';
import { explainSubscription } from '../../domain/subscription/explain.ts';
import { migrateOut } from '../../domain/subscription/migrate-out.ts';
import {
  countSubscriptions,
  getSubscription,
  listAllSubscriptions,
  listSubscriptionCycles,
  listSubscriptions,
  sumSubscriptions,
} from '../../domain/subscription/read.ts';
import { removePlan } from '../../domain/subscription/remove-plan.ts';
import { rotateCredentials } from '../../domain/subscription/rotate-credentials.ts';
import { listSubscriptionEvents } from '../../domain/subscription/timeline.ts';
import { updateSubscription } from '../../domain/subscription/update.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

export const subscriptionRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/subscriptions', 'List subscriptions'))
    .input(subscriptionList)
    .output(subscriptionPage)
    .query(read(listSubscriptions)),
  /** Portal only, like the one that follows. */
  listAll: procedure('read')
    .input(subscriptionListAll)
    .output(subscriptionWithBalancePage)
    .query(read(listAllSubscriptions)),
  /** Portal only. */
  totals: procedure('read')
    .input(subscriptionFilters)
    .output(subscriptionTotals)
    .query(read(sumSubscriptions)),
  counts: procedure('read')
    .input(z.strictObject({}))
    .output(subscriptionCounts)
    .query(read(countSubscriptions)),
  get: procedure('read')
    .meta(rest('GET', '/v1/subscriptions/{id}', 'Read a subscription'))
    .input(subscriptionId)
    .output(subscriptionSnapshot)
    .query(read(getSubscription)),
  /** Portal only. */
  explain: procedure('read').input(subscriptionId).output(explanation).query(read(explainSubscription)),
  /** Portal only, like the one that follows. */
  usage: procedure('read').input(subscriptionId).output(networkUsage).query(read(getUsage)),
  usageDays: procedure('read')
    .input(subscriptionId)
    .output(networkUsageDays)
    .query(read(getSubscriptionUsageDays)),
  /** Portal only. */
  events: procedure('read')
    .input(subscriptionEventList)
    .output(eventPage)
    .query(read(listSubscriptionEvents)),
  create: procedure('subscriptions:write')
    .meta(
      rest('POST', '/v1/subscriptions', 'Create a subscription', {
        status: 201,
        errors: [
          'Plan does not belong to this provider',
          'Invalid or inactive plan',
          'subscriber_terminal',
          'PLAN_PRICE_BELOW_FLOOR',
        ],
      }),
    )
    .input(subscriptionCreate)
    .output(subscriptionSnapshot)
    .mutation(write(createSubscription)),
  update: procedure('subscriptions:write')
    .meta(
      rest('PATCH', '/v1/subscriptions/{id}', 'Update a subscription', {
        errors: [...changeErrors, 'SUBSCRIPTION_TERMINAL', 'IMMUTABLE'],
      }),
    )
    .input(subscriptionUpdate)
    .output(subscriptionSnapshot)
    .mutation(write(updateSubscription)),
  cancel: procedure('subscriptions:write')
    .meta(rest('DELETE', '/v1/subscriptions/{id}', 'Cancel a subscription', { errors: ['IMMUTABLE'] }))
    .input(subscriptionId)
    .output(subscriptionSnapshot)
    .mutation(write(cancelSubscription)),
  removePlan: procedure('subscriptions:write')
    .meta(
      rest('DELETE', '/v1/subscriptions/{id}/plan', 'Remove the plan of a subscription', {
        query: ['when'],
        errors: ['CONFLICT', 'IMMUTABLE'],
      }),
    )
    .input(planRemoval)
    .output(subscriptionSnapshot)
    .mutation(write(removePlan)),
  activate: procedure('subscriptions:write')
    .meta(
      rest('POST', '/v1/subscriptions/{id}/activate', 'Activate a subscription', {
        errors: ['CONFLICT', 'PRECONDITION', 'IMMUTABLE', 'CONTACT_SHARE'],
      }),
    )
    .input(subscriptionId)
    .output(subscriptionSnapshot)
    .mutation(write(activateSubscription)),
  migrateOut: procedure('subscriptions:write')
    .meta(
      rest('POST', '/v1/subscriptions/{id}/migrate-out', 'Migrate a subscription to another system', {
        errors: ['CONFLICT'],
      }),
    )
    .input(subscriptionId)
    .output(subscriptionSnapshot)
    .mutation(write(migrateOut)),
  rotateCredentials: procedure('subscriptions:write')
    .meta(
      rest('POST', '/v1/subscriptions/{id}/credentials/rotate', 'Replace the network password', {
        errors: ['PRECONDITION'],
      }),
    )
    .input(subscriptionId)
    .output(subscriptionCredentials)
    .mutation(write(rotateCredentials, { secret: true })),
  cycles: procedure('read')
    .meta(rest('GET', '/v1/subscriptions/{id}/cycles', 'List the billing cycles of a subscription'))
    .input(subscriptionCycleList)
    .output(billingCyclePage)
    .query(read(listSubscriptionCycles)),
  credentials: procedure('credentials:read')
    .meta(
      rest('GET', '/v1/subscriptions/{id}/credentials', 'Read the network credentials', {
        errors: ['PRECONDITION'],
      }),
    )
    .input(subscriptionId)
    .output(subscriptionCredentials)
    .query(write(revealCredentials, { secret: true })),
});
