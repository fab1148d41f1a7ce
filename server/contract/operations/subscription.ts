import { billingCyclePage, subscriptionCycleList } from '../billing-cycle.ts';
import { changeErrors } from '../change-rejections.ts';
import { refuse } from '../errors.ts';
import { eventPage } from '../events.ts';
import {
  billingCycle,
  demarcationPoint,
  ends,
  plan,
  subscriber,
  subscription,
} from '../examples/customers.ts';
import { portalRead, rest } from '../operation.ts';
import { subscriptionEventList } from '../portal/events.ts';
import { explanation } from '../portal/explanation.ts';
import { networkUsage, networkUsageDays } from '../portal/network-session.ts';
import {
  subscriptionCounts,
  subscriptionFilters,
  subscriptionListAll,
  subscriptionTotals,
  subscriptionWithBalancePage,
} from '../portal/subscription.ts';
import { nothing } from '../primitives.ts';
import {
  graceExtension,
  planRemoval,
  subscriptionCancel,
  subscriptionCreate,
  subscriptionCredentials,
  subscriptionId,
  subscriptionList,
  subscriptionPage,
  subscriptionSnapshot,
  subscriptionUpdate,
} from '../subscription.ts';
import { subscriptionUsage, subscriptionUsageQuery } from '../subscription-usage.ts';

export const subscriptionOperations = {
  list: rest('GET', '/v1/subscriptions', {
    summary: 'List subscriptions',
    description: 'All subscriptions, the newest first.',
    sdk: 'subscriptions.list',
    permission: 'read',
    input: subscriptionList,
    output: subscriptionPage,
  }),
  listAll: portalRead({
    permission: 'read',
    input: subscriptionListAll,
    output: subscriptionWithBalancePage,
  }),
  totals: portalRead({ permission: 'read', input: subscriptionFilters, output: subscriptionTotals }),
  counts: portalRead({ permission: 'read', input: nothing, output: subscriptionCounts }),
  get: rest('GET', '/v1/subscriptions/{id}', {
    summary: 'Read a subscription',
    description: 'One subscription with its price in force, its current cycle, and what is pending.',
    sdk: 'subscriptions.retrieve',
    permission: 'read',
    input: subscriptionId,
    output: subscriptionSnapshot,
  }),
  explain: portalRead({ permission: 'read', input: subscriptionId, output: explanation }),
  usageByDay: rest('GET', '/v1/subscriptions/{id}/usage', {
    summary: 'Read the usage of a subscription',
    description:
      'What it transferred on each day, the first day first, days without traffic included. At most 366 days; by default the last 30.',
    sdk: 'subscriptions.usage',
    permission: 'read',
    input: subscriptionUsageQuery,
    output: subscriptionUsage,
    answer: [{ day: '2026-03-01', inputOctets: 120_000_000, outputOctets: 2_400_000_000 }],
  }),
  usage: portalRead({ permission: 'read', input: subscriptionId, output: networkUsage }),
  usageDays: portalRead({ permission: 'read', input: subscriptionId, output: networkUsageDays }),
  events: portalRead({ permission: 'read', input: subscriptionEventList, output: eventPage }),
  create: rest('POST', '/v1/subscriptions', {
    summary: 'Create a subscription',
    description:
      'The subscription is `PENDING` until its first payment, which starts the first billing cycle and creates the network credentials.',
    sdk: 'subscriptions.create',
    permission: 'subscriptions:write',
    input: subscriptionCreate,
    output: subscriptionSnapshot,
    status: 201,
    errors: [
      'Plan does not belong to this provider',
      'Invalid or inactive plan',
      'subscriber_terminal',
      'PLAN_PRICE_BELOW_FLOOR',
    ],
    refusals: {
      PLAN_PRICE_BELOW_FLOOR: refuse('PLAN_PRICE_BELOW_FLOOR', {
        field: 'priceOverride',
        message: 'The floor for 50 Mbps is USD\u00a020.00.',
        details: { floorAmount: 20, currency: 'USD' },
      }),
    },
    request: {
      subscriberId: subscriber.id,
      planId: plan.id,
      demarcationPointId: demarcationPoint.id,
    },
    answer: {
      ...subscription,
      status: 'PENDING',
      startedAt: null,
      expiresAt: null,
      currentCycle: null,
      radiusUsername: null,
    },
  }),
  update: rest('PATCH', '/v1/subscriptions/{id}', {
    summary: 'Update a subscription',
    description:
      'Changes the given fields only. A plan change or an override of an `ACTIVE` subscription is pending until the cycle ends; of a `PENDING` or `INACTIVE` one it applies at once. The current `planId` clears a pending plan change. With `when: now` a more expensive plan is held until its payment and applies then; an equal or cheaper one is refused.',
    sdk: 'subscriptions.update',
    permission: 'subscriptions:write',
    input: subscriptionUpdate,
    output: subscriptionSnapshot,
    errors: [...changeErrors, 'SUBSCRIPTION_TERMINAL', 'IMMUTABLE'],
    request: { planId: plan.id, externalReference: 'order-88231' },
    answer: { ...subscription, externalReference: 'order-88231' },
  }),
  cancel: rest('DELETE', '/v1/subscriptions/{id}', {
    summary: 'Cancel a subscription',
    description:
      'Service continues to the end of the paid cycle, in grace it ends at once. A repeated request has no further effect. `cancelAt: null` in a PATCH withdraws it.',
    sdk: 'subscriptions.cancel',
    permission: 'subscriptions:write',
    input: subscriptionCancel,
    query: ['reason', 'note'],
    output: subscriptionSnapshot,
    errors: ['IMMUTABLE'],
    answer: { ...subscription, cancelAt: ends },
  }),
  extendGrace: rest('POST', '/v1/subscriptions/{id}/extend-grace', {
    summary: 'Extend the grace period',
    description:
      'Moves the end of grace of an `OVERDUE` cycle, such as for a promise to pay: to an instant later than now, at most 30 days after the end of the cycle.',
    sdk: 'subscriptions.extendGrace',
    permission: 'grace:write',
    input: graceExtension,
    output: subscriptionSnapshot,
    errors: ['PRECONDITION'],
    request: { until: '2026-04-10T08:00:00.000Z', note: 'Pays on Friday' },
    answer: {
      ...subscription,
      currentCycle: {
        ...billingCycle,
        status: 'OVERDUE',
        paymentStatus: 'PENDING',
        graceEndsAt: '2026-04-10T08:00:00.000Z',
      },
    },
  }),
  removePlan: rest('DELETE', '/v1/subscriptions/{id}/plan', {
    summary: 'Remove the plan of a subscription',
    description: 'Takes the plan away at the end of the cycle, or at once.',
    sdk: 'subscriptions.removePlan',
    permission: 'subscriptions:write',
    input: planRemoval,
    query: ['when', 'reason', 'note'],
    output: subscriptionSnapshot,
    errors: ['CONFLICT', 'IMMUTABLE'],
    answer: { ...subscription, planRemovalAt: ends },
  }),
  activate: rest('POST', '/v1/subscriptions/{id}/activate', {
    summary: 'Activate a subscription',
    description:
      'Issues the invoice whose payment restores service of an `INACTIVE` subscription. Where nothing is due, service starts at once.',
    sdk: 'subscriptions.activate',
    permission: 'subscriptions:write',
    input: subscriptionId,
    output: subscriptionSnapshot,
    errors: ['CONFLICT', 'PRECONDITION', 'IMMUTABLE', 'CONTACT_SHARE'],
    answer: {
      ...subscription,
      status: 'INACTIVE',
      inactiveReason: 'GRACE_EXPIRED',
      currentCycle: null,
    },
  }),
  migrateOut: rest('POST', '/v1/subscriptions/{id}/migrate-out', {
    summary: 'Migrate a subscription to another system',
    description:
      'Another system takes the subscription over. Its network credentials are removed, and it can no longer be changed.',
    sdk: 'subscriptions.migrateOut',
    permission: 'subscriptions:write',
    input: subscriptionId,
    output: subscriptionSnapshot,
    errors: ['CONFLICT'],
    answer: {
      ...subscription,
      status: 'MIGRATED_OUT',
      inactiveReason: 'MIGRATED_OUT',
      archivedAt: ends,
      currentCycle: null,
    },
  }),
  rotateCredentials: rest('POST', '/v1/subscriptions/{id}/credentials/rotate', {
    summary: 'Replace the network password',
    description: 'A new password. The router is refused at its next sign-in until it has the new one.',
    sdk: 'subscriptions.rotateCredentials',
    permission: 'subscriptions:write',
    input: subscriptionId,
    output: subscriptionCredentials,
    errors: ['PRECONDITION'],
  }),
  cycles: rest('GET', '/v1/subscriptions/{id}/cycles', {
    summary: 'List the billing cycles of a subscription',
    description: 'The billing cycles, the newest first.',
    sdk: 'subscriptions.listCycles',
    permission: 'read',
    input: subscriptionCycleList,
    output: billingCyclePage,
  }),
  credentials: rest('GET', '/v1/subscriptions/{id}/credentials', {
    summary: 'Read the network credentials',
    description: 'User name and password of the router, for RADIUS. They exist from the first payment on.',
    sdk: 'subscriptions.retrieveCredentials',
    permission: 'credentials:read',
    input: subscriptionId,
    output: subscriptionCredentials,
    errors: ['PRECONDITION'],
    refusals: {
      PRECONDITION: refuse('PRECONDITION', {
        field: 'id',
        message: 'Network credentials are created with the first payment.',
      }),
    },
  }),
};
