/** Free of any library, so that pages can import it for nothing. */

/** Shapes of the envelope, oldest first. The first lacks `data.changedFields`, and nothing else. Contract: Versioning. */
export const apiVersions = ['2025-06-01', '2026-01-15'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** The newest shape of the envelope; what `GET /v1/events` shows. */
export const NEWEST_API_VERSION = '2026-01-15' satisfies ApiVersion;

export const eventObjects = [
  'subscriber',
  'subscription',
  'payment',
  'billing_cycle',
  'network',
  'plan',
  'charge',
  'refund',
  'installation',
] as const;
export type EventObject = (typeof eventObjects)[number];

/**
 * What `data.previous` holds: nothing (a new fact), every changed field with `changedFields` naming them, or just
 * the fields named here.
 */
type PreviousRule = 'absent' | 'changed' | readonly string[];

type EventEntry = { object: EventObject; previous: PreviousRule; when: string };

/** Every event there is. Nothing else can be emitted. Contract: Events. */
export const eventCatalogue = {
  'payment.received': {
    object: 'payment',
    previous: ['status'],
    when: 'A payment is completed, on any rail.',
  },
  'payment.failed': { object: 'payment', previous: ['status'], when: 'A payment fails.' },
  'payment.expired': { object: 'payment', previous: ['status'], when: 'A pending payment runs out of time.' },
  'refund.issued': { object: 'refund', previous: 'absent', when: 'Money is given back.' },
  'billing.cycle_started': { object: 'billing_cycle', previous: ['status'], when: 'A billing cycle begins.' },
  'billing.cycle_ending': { object: 'billing_cycle', previous: 'absent', when: 'A cycle nears its end.' },
  'billing.overdue': { object: 'billing_cycle', previous: ['status'], when: 'A cycle ended unpaid.' },
  'billing.suspended': {
    object: 'billing_cycle',
    previous: ['status', 'paymentStatus'],
    when: 'The days of grace are over.',
  },
  'subscriber.created': { object: 'subscriber', previous: 'absent', when: 'A subscriber is created.' },
  'subscriber.updated': {
    object: 'subscriber',
    previous: 'changed',
    when: 'A field of a subscriber changed.',
  },
  'subscriber.activated': {
    object: 'subscriber',
    previous: ['status'],
    when: 'A subscriber is back in service.',
  },
  'subscriber.suspended': { object: 'subscriber', previous: ['status'], when: 'A subscriber is suspended.' },
  'subscriber.terminated': {
    object: 'subscriber',
    previous: ['status'],
    when: 'A subscriber is terminated and their network credentials are gone.',
  },
  'subscriber.deleted': {
    object: 'subscriber',
    previous: 'absent',
    when: "A subscriber's record is erased.",
  },
  'subscriber.charge.created': {
    object: 'charge',
    previous: 'absent',
    when: 'A one-time charge is created.',
  },
  'subscription.created': { object: 'subscription', previous: 'absent', when: 'A subscription is created.' },
  'subscription.updated': {
    object: 'subscription',
    previous: 'changed',
    when: 'A field of a subscription changed.',
  },
  'subscription.plan_change_queued': {
    object: 'subscription',
    previous: ['nextPlanId'],
    when: 'A plan change waits for the end of the cycle.',
  },
  'subscription.plan_change_applied': {
    object: 'subscription',
    previous: ['planId', 'nextPlanId'],
    when: 'A plan change took effect.',
  },
  'subscription.plan_change_rejected': {
    object: 'subscription',
    previous: 'absent',
    when: 'A plan change was refused.',
  },
  'subscription.plan_removed_queued': {
    object: 'subscription',
    previous: 'changed',
    when: 'The plan will be removed at the end of the cycle.',
  },
  'subscription.plan_removed': {
    object: 'subscription',
    previous: ['status'],
    when: 'The plan was removed at once.',
  },
  'subscription.deactivated': {
    object: 'subscription',
    previous: ['status'],
    when: 'A subscription went out of service.',
  },
  'subscription.override_queued': {
    object: 'subscription',
    previous: 'absent',
    when: 'An override waits for the end of the cycle.',
  },
  'subscription.override_applied': {
    object: 'subscription',
    previous: 'changed',
    when: 'A queued override took effect.',
  },
  'subscription.override_rejected': {
    object: 'subscription',
    previous: 'absent',
    when: 'An override was refused.',
  },
  'installation.created': { object: 'installation', previous: 'absent', when: 'An installation is created.' },
  'installation.updated': {
    object: 'installation',
    previous: ['required', 'free', 'status', 'kind'],
    when: 'The status of an installation changed.',
  },
  'network.session_started': { object: 'network', previous: 'absent', when: 'A network session opened.' },
  'network.session_ended': { object: 'network', previous: 'absent', when: 'A network session closed.' },
  'network.throttled': { object: 'network', previous: 'absent', when: 'A session was slowed down.' },
  'plan.created': { object: 'plan', previous: 'absent', when: 'A plan is created.' },
  'plan.updated': { object: 'plan', previous: 'changed', when: 'Fields of a plan changed.' },
  'plan.deleted': { object: 'plan', previous: ['isActive'], when: 'A plan is deleted.' },
} as const satisfies Record<string, EventEntry>;

export type EventType = keyof typeof eventCatalogue;
export const eventTypes = Object.keys(eventCatalogue) as [EventType, ...EventType[]];

/** The catalogue's row, with the rule widened so that it can be switched on. */
export function eventEntry(type: EventType): EventEntry {
  return eventCatalogue[type];
}
