import { type EventType, eventEntry, NEWEST_API_VERSION } from '../event-catalogue.ts';
import type { EventEnvelope } from '../events.ts';
import { fullNameOf } from '../full-name.ts';
import { exampleId } from '../primitives.ts';
import type { Names } from '../texts/describe-change.ts';
import { begins, billingCycle, installation, plan, session, subscriber, subscription } from './customers.ts';
import { provider } from './developers.ts';
import { charge, invoice, payment, refund } from './money.ts';

/** An event's `data` without its object. */
type ExampleData = Omit<EventEnvelope['data'], 'object'>;

const nextPlanId = 'pln_01kvsy9gf7kq3m0v9d2s8w4x7z';
const ends = subscription.expiresAt;
const overdue = { ...billingCycle, status: 'OVERDUE', paymentStatus: 'PENDING' };
const open = { ...payment, completedAt: null };
const suspended = { ...subscriber, status: 'suspended' };
const inactive = { ...subscription, status: 'INACTIVE', inactiveReason: 'GRACE_EXPIRED' };
const removed = { ...subscription, status: 'INACTIVE', inactiveReason: 'PLAN_REMOVED' };

const changed = (current: ExampleData['current'], previous: Record<string, unknown>): ExampleData => ({
  current,
  previous,
  changedFields: Object.keys(previous),
});

/** An example of every event, in the story of Ada Mwangi. */
const examples: Record<EventType, ExampleData> = {
  'payment.received': { current: payment, previous: { status: 'PROCESSING' } },
  'payment.failed': {
    current: { ...open, status: 'FAILED', failureReason: 'INSUFFICIENT_FUNDS' },
    previous: { status: 'PROCESSING' },
  },
  'payment.expired': { current: { ...open, status: 'EXPIRED' }, previous: { status: 'PENDING' } },
  'refund.issued': { current: refund },
  'billing.cycle_started': { current: billingCycle, previous: { status: 'SCHEDULED' } },
  'billing.cycle_ending': { current: billingCycle },
  'billing.overdue': { current: overdue, previous: { status: 'ACTIVE' } },
  'billing.suspended': {
    current: { ...overdue, status: 'SUSPENDED' },
    previous: { status: 'OVERDUE', paymentStatus: 'PENDING' },
  },
  'subscriber.created': { current: subscriber },
  'subscriber.updated': changed({ ...subscriber, city: 'Mombasa' }, { city: 'Nairobi' }),
  'subscriber.activated': { current: subscriber, previous: { status: 'suspended' } },
  'subscriber.suspended': { current: suspended, previous: { status: 'active' } },
  'subscriber.terminated': {
    current: { ...subscriber, status: 'terminated' },
    previous: { status: 'active' },
  },
  'subscriber.deleted': { current: { id: subscriber.id, deactivatedAt: ends } },
  'subscriber.charge.created': { current: charge },
  'subscription.created': {
    current: { ...subscription, status: 'PENDING', startedAt: null, expiresAt: null },
  },
  'subscription.updated': changed(
    { ...subscription, externalReference: 'order-88231' },
    { externalReference: null },
  ),
  'subscription.plan_change_queued': {
    current: { ...subscription, nextPlanId },
    previous: { nextPlanId: null },
  },
  'subscription.plan_change_applied': {
    current: { ...subscription, planId: nextPlanId },
    previous: { planId: plan.id, nextPlanId },
  },
  'subscription.plan_change_rejected': { current: subscription, rejection: { reason: 'PLAN_DISABLED' } },
  'subscription.plan_removed_queued': changed(
    { ...subscription, planRemovalAt: ends },
    { planRemovalAt: null },
  ),
  'subscription.plan_removed': { current: removed, previous: { status: 'ACTIVE' } },
  'subscription.deactivated': { current: inactive, previous: { status: 'ACTIVE' } },
  'subscription.override_queued': {
    current: { ...subscription, pendingOverrides: { priceOverride: 24.99 } },
    changedFields: ['priceOverride'],
  },
  'subscription.override_applied': changed(
    { ...subscription, priceOverride: 24.99 },
    { priceOverride: null },
  ),
  'subscription.override_rejected': { current: subscription, rejection: { reason: 'CONTACT_SHARE' } },
  'installation.created': { current: installation },
  'installation.updated': {
    current: { ...installation, status: 'AWAITING_INSTALLATION' },
    previous: { required: true, free: false, status: 'PENDING_PAYMENT', kind: 'INITIAL' },
  },
  'network.session_started': { current: session },
  'network.session_ended': {
    current: { ...session, reason: 'User-Request', endedAt: ends, updatedAt: ends },
  },
  'network.throttled': { current: { ...session, reason: 'DATA_CAP', throttled: true } },
  'plan.created': { current: plan },
  'plan.updated': changed(
    { ...plan, price: 34.99, priceAmount: 34.99 },
    { price: 29.99, priceAmount: 29.99 },
  ),
  'plan.deleted': { current: { ...plan, isActive: false, disabledAt: begins }, previous: { isActive: true } },
};

/** The names in the examples, by id. */
export const exampleNames: Names = {
  [subscriber.id]: fullNameOf(subscriber),
  [plan.id]: plan.planName,
  [nextPlanId]: 'Home 100',
  [invoice.id]: invoice.number,
  [charge.id]: charge.description,
};

type Circumstances = Partial<Omit<EventEnvelope, 'type' | 'apiVersion' | 'data'>>;

/**
 * The documented example of an event, in the newest version of the envelope.
 * @param of id, time and account, unless those of the story apply
 */
export function exampleEvent(type: EventType, of: Circumstances = {}): EventEnvelope {
  return {
    id: of.id ?? exampleId('event'),
    type,
    apiVersion: NEWEST_API_VERSION,
    occurredAt: of.occurredAt ?? begins,
    providerId: of.providerId ?? provider.id,
    correlationId: of.correlationId ?? '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c',
    livemode: of.livemode ?? false,
    data: { object: eventEntry(type).object, ...examples[type] },
  };
}
