import type { EventType } from '../events.ts';
import type { Cause, Story } from './story.ts';

/** How to cause an event by requests. `hours` is how far that moves the test clock. */
export type Recipe = { how: string; hours?: number; run(story: Story): Promise<Cause> };

/** Why requests alone cannot cause an event. */
export type NoRecipe = { never: string };

const fromRouters: NoRecipe = {
  never: 'It comes from the accounting of a router. The guide "Connect FreeRADIUS" shows how to send some.',
};

/** A little more than a cycle of one day; the window of its renewal opens after half of it. */
const DAY_AND_MORE = 25;
const IN_WINDOW = 13;

/** Every event, with the requests that cause it. */
export const recipes: Record<EventType, Recipe | NoRecipe> = {
  'payment.received': {
    how: 'pays for a new subscription',
    run: async (story) => {
      const { subscription } = await story.pending();
      return story.causedBy(story.cause.payments.create({ subscriptionId: subscription.id, rail: 'manual' }));
    },
  },
  'payment.failed': {
    how: 'lets a simulated payment fail for want of funds',
    run: async (story) => {
      const { subscription } = await story.pending();
      const { id } = await story.pay(subscription.id, 'simulated');
      return story.causedBy(story.cause.payments.simulate(id, { outcome: 'insufficient_funds' }));
    },
  },
  'payment.expired': {
    how: 'replaces an open payment by a new one',
    run: async (story) => {
      const { subscription } = await story.pending();
      const { id } = await story.pay(subscription.id, 'simulated');
      return story.causedBy(
        story.cause.payments.create({ subscriptionId: subscription.id, rail: 'simulated' }),
        () => id,
      );
    },
  },
  'refund.issued': {
    how: 'refunds the payment of a new subscription',
    run: async (story) => {
      const { payment } = await story.active();
      return story.causedBy(story.cause.payments.refund(payment.id, { reason: 'REQUESTED' }));
    },
  },
  'billing.cycle_started': {
    how: 'pays for a new subscription',
    run: async (story) => {
      const { subscription } = await story.pending();
      const payment = story.cause.payments.create({ subscriptionId: subscription.id, rail: 'manual' });
      return story.causedBy(payment, () => subscription.id);
    },
  },
  'billing.cycle_ending': {
    how: 'waits for the renewal window of a one-day cycle',
    hours: IN_WINDOW,
    run: async (story) => story.advance(IN_WINDOW, (await story.activeForADay()).subscription.id),
  },
  'billing.overdue': {
    how: 'lets a one-day cycle end unpaid',
    hours: DAY_AND_MORE,
    run: async (story) => story.advance(DAY_AND_MORE, (await story.activeForADay()).subscription.id),
  },
  'billing.suspended': {
    how: 'lets a one-day cycle without grace end unpaid',
    hours: DAY_AND_MORE,
    run: async (story) => story.advance(DAY_AND_MORE, (await story.activeForADay(0)).subscription.id),
  },
  'subscriber.created': {
    how: 'creates a subscriber',
    run: (story) => story.causedBy(story.cause.subscribers.create(story.subscriberFields())),
  },
  'subscriber.updated': {
    how: 'changes the city of a new subscriber',
    run: async (story) => {
      const { id } = await story.subscriber();
      return story.causedBy(story.cause.subscribers.patch(id, { city: 'Mombasa' }));
    },
  },
  'subscriber.activated': {
    how: 'lifts the hold of a new subscriber in service',
    run: async (story) => {
      const { subscriber } = await story.active();
      await story.demarc.subscribers.suspend(subscriber.id, { reason: 'demarc trigger' });
      return story.causedBy(story.cause.subscribers.activate(subscriber.id));
    },
  },
  'subscriber.suspended': {
    how: 'puts a hold on a new subscriber',
    run: async (story) => {
      const { id } = await story.subscriber();
      return story.causedBy(story.cause.subscribers.suspend(id, { reason: 'demarc trigger' }));
    },
  },
  'subscriber.terminated': {
    how: 'terminates a new subscriber',
    run: async (story) => story.causedBy(story.cause.subscribers.terminate((await story.subscriber()).id)),
  },
  'subscriber.deleted': {
    never: 'Only an owner can erase a terminated subscriber, in the portal.',
  },
  'subscriber.charge.created': {
    how: 'charges a new subscriber',
    run: async (story) => {
      const [{ id }, { priceCurrency: currency }] = [await story.subscriber(), await story.planFields()];
      return story.causedBy(
        story.cause.charges.create(id, { description: 'Replacement router', amount: 45, currency }),
      );
    },
  },
  'subscription.created': {
    how: 'creates a subscription',
    run: async (story) => {
      const { subscriber, plan, subscription } = await story.pending();
      const demarcationPointId = subscription.demarcationPointId ?? '';
      const fields = { subscriberId: subscriber.id, planId: plan.id, demarcationPointId };
      return story.causedBy(story.cause.subscriptions.create(fields));
    },
  },
  'subscription.updated': {
    how: 'changes the reference of a new subscription',
    run: async (story) => {
      const { subscription } = await story.pending();
      return story.causedBy(story.cause.subscriptions.update(subscription.id, { externalReference: 'T-1' }));
    },
  },
  'subscription.plan_change_queued': {
    how: 'changes the plan of an active subscription',
    run: async (story) => {
      const [{ subscription }, { id: planId }] = [await story.active(), await story.plan()];
      return story.causedBy(story.cause.subscriptions.update(subscription.id, { planId }));
    },
  },
  'subscription.plan_change_applied': {
    how: 'changes the plan of a subscription with a one-day cycle, and lets the cycle end',
    hours: DAY_AND_MORE,
    run: async (story) => {
      const [{ subscription }, { id: planId }] = [await story.activeForADay(), await story.plan()];
      await story.demarc.subscriptions.update(subscription.id, { planId });
      return story.advance(DAY_AND_MORE, subscription.id);
    },
  },
  'subscription.plan_change_rejected': {
    how: 'changes the plan of an active subscription to a disabled one',
    run: async (story) => {
      const [{ subscription }, plan] = [await story.active(), await story.plan()];
      await story.demarc.plans.disable(plan.id, { confirm: plan.planName });
      const change = story.cause.subscriptions.update(subscription.id, { planId: plan.id });
      return story.refused(change, 'PLAN_DISABLED', subscription.id);
    },
  },
  'subscription.plan_removed_queued': {
    how: 'removes the plan of an active subscription at the end of its cycle',
    run: async (story) => {
      const { subscription } = await story.active();
      return story.causedBy(story.cause.subscriptions.removePlan(subscription.id, { when: 'cycle_end' }));
    },
  },
  'subscription.plan_removed': {
    how: 'removes the plan of an active subscription at once',
    run: async (story) => {
      const { subscription } = await story.active();
      return story.causedBy(story.cause.subscriptions.removePlan(subscription.id, { when: 'immediately' }));
    },
  },
  'subscription.deactivated': {
    how: 'deactivates a new subscriber in service',
    run: async (story) => {
      const { subscriber, subscription } = await story.active();
      return story.causedBy(story.cause.subscribers.deactivate(subscriber.id), () => subscription.id);
    },
  },
  'subscription.override_queued': {
    how: 'gives an active subscription a longer cycle',
    run: async (story) => {
      const { subscription } = await story.active();
      return story.causedBy(story.cause.subscriptions.update(subscription.id, { durationOverride: 31 }));
    },
  },
  'subscription.override_applied': {
    how: 'gives a subscription with a one-day cycle a longer one, and lets the cycle end',
    hours: DAY_AND_MORE,
    run: async (story) => {
      const { subscription } = await story.activeForADay();
      await story.demarc.subscriptions.update(subscription.id, { durationOverride: 31 });
      return story.advance(DAY_AND_MORE, subscription.id);
    },
  },
  'subscription.override_rejected': {
    how: 'requests a price below the floor',
    run: async (story) => {
      const { subscription } = await story.active();
      const change = story.cause.subscriptions.update(subscription.id, { priceOverride: 0 });
      return story.refused(change, 'PLAN_PRICE_BELOW_FLOOR', subscription.id);
    },
  },
  'installation.created': {
    how: 'creates an installation with a fee',
    run: async (story) => {
      const { subscription } = await story.active();
      const fields = { subscriptionId: subscription.id, feeAmount: 50 };
      return story.causedBy(story.cause.installations.create(fields));
    },
  },
  'installation.updated': {
    how: 'waives the fee of an installation',
    run: async (story) => {
      const { subscription } = await story.active();
      const fields = { subscriptionId: subscription.id, feeAmount: 50 };
      const { id } = await story.demarc.installations.create(fields);
      return story.causedBy(story.cause.installations.update(id, { feeWaived: true }));
    },
  },
  'network.session_started': fromRouters,
  'network.session_ended': fromRouters,
  'network.throttled': fromRouters,
  'plan.created': {
    how: 'creates a plan',
    run: async (story) => story.causedBy(story.cause.plans.create(await story.planFields())),
  },
  'plan.updated': {
    how: 'disables a new plan',
    run: async (story) => {
      const { id, planName } = await story.plan();
      return story.causedBy(story.cause.plans.disable(id, { confirm: planName }));
    },
  },
  'plan.deleted': {
    how: 'deletes a new plan',
    run: async (story) => {
      const { id, planName } = await story.plan();
      await story.demarc.plans.disable(id, { confirm: planName });
      return story.causedBy(story.cause.plans.delete(id, { confirm: planName }));
    },
  },
};
