/** Imports no library, so that pages can import it at no cost. */

import type { ResourceName, SnakeCase } from './resource-names.ts';

/**
 * Versions of the envelope, oldest first. They differ in `data.changedFields`, which the first lacks. Contract:
 * Versioning.
 */
export const apiVersions = ['2025-06-01', '2026-01-15'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** The newest version of the envelope; `GET /v1/events` uses it. */
export const NEWEST_API_VERSION = '2026-01-15' satisfies ApiVersion;

/** The resources that events are about. Events call a network session `network`. */
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
] as const satisfies readonly (SnakeCase<ResourceName> | 'network')[];
export type EventObject = (typeof eventObjects)[number];

/**
 * The content of `data.previous`: nothing (a new fact), all changed fields with `changedFields`, or only the fields
 * listed here.
 */
type PreviousRule = 'absent' | 'changed' | readonly string[];

type EventEntry = { object: EventObject; previous: PreviousRule; when: string };

/** All events. Nothing else can be emitted. Contract: Events. */
export const eventCatalogue = {
  'payment.received': {
    object: 'payment',
    previous: ['status'],
    when: 'A payment is completed, on any rail.',
  },
  'payment.failed': { object: 'payment', previous: ['status'], when: 'A payment fails.' },
  'payment.expired': { object: 'payment', previous: ['status'], when: 'A pending payment expires.' },
  'refund.issued': { object: 'refund', previous: 'absent', when: 'A refund is issued.' },
  'billing.cycle_started': { object: 'billing_cycle', previous: ['status'], when: 'A billing cycle starts.' },
  'billing.cycle_ending': {
    object: 'billing_cycle',
    previous: 'absent',
    when: 'A cycle nears its end and its renewal is issued.',
  },
  'billing.overdue': { object: 'billing_cycle', previous: ['status'], when: 'A cycle ended unpaid.' },
  'billing.suspended': {
    object: 'billing_cycle',
    previous: ['status', 'paymentStatus'],
    when: 'The grace period of an unpaid cycle ended.',
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
    when: 'A subscriber returns to service.',
  },
  'subscriber.suspended': { object: 'subscriber', previous: ['status'], when: 'A subscriber is suspended.' },
  'subscriber.terminated': {
    object: 'subscriber',
    previous: ['status'],
    when: 'A subscriber is terminated and the network credentials are removed.',
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
    when: 'A plan change is pending until the cycle ends.',
  },
  'subscription.plan_change_applied': {
    object: 'subscription',
    previous: ['planId', 'nextPlanId'],
    when: 'A pending plan change took effect.',
  },
  'subscription.plan_change_rejected': {
    object: 'subscription',
    previous: 'absent',
    when: 'A plan change is rejected.',
  },
  'subscription.plan_removed_queued': {
    object: 'subscription',
    previous: 'changed',
    when: 'The plan will be removed at the end of the cycle.',
  },
  'subscription.plan_removed': {
    object: 'subscription',
    previous: ['status'],
    when: 'The plan is removed immediately.',
  },
  'subscription.deactivated': {
    object: 'subscription',
    previous: ['status'],
    when: 'A subscription became INACTIVE.',
  },
  'subscription.override_queued': {
    object: 'subscription',
    previous: 'absent',
    when: 'An override is pending until the cycle ends.',
  },
  'subscription.override_applied': {
    object: 'subscription',
    previous: 'changed',
    when: 'A pending override took effect.',
  },
  'subscription.override_rejected': {
    object: 'subscription',
    previous: 'absent',
    when: 'An override is rejected.',
  },
  'installation.created': { object: 'installation', previous: 'absent', when: 'An installation is created.' },
  'installation.updated': {
    object: 'installation',
    previous: ['required', 'free', 'status', 'kind'],
    when: 'The status of an installation changed.',
  },
  'network.session_started': { object: 'network', previous: 'absent', when: 'A RADIUS session started.' },
  'network.session_ended': { object: 'network', previous: 'absent', when: 'A RADIUS session ended.' },
  'network.throttled': {
    object: 'network',
    previous: 'absent',
    when: 'A session was throttled after its data cap.',
  },
  'plan.created': { object: 'plan', previous: 'absent', when: 'A plan is created.' },
  'plan.updated': { object: 'plan', previous: 'changed', when: 'Fields of a plan changed.' },
  'plan.deleted': { object: 'plan', previous: ['isActive'], when: 'A plan is deleted.' },
} as const satisfies Record<string, EventEntry>;

export type EventType = keyof typeof eventCatalogue;
export const eventTypes = Object.keys(eventCatalogue) as [EventType, ...EventType[]];

/** The catalogue's row of an event, with its `previous` rule widened. */
export function eventEntry(type: EventType): EventEntry {
  return eventCatalogue[type];
}

/** The events that a name, `<resource>.*` or `*` includes; none for any other text. */
export function typesMatching(pattern: string): EventType[] {
  const prefix = pattern.replace(/\*$/, '');
  if (prefix === pattern) return eventTypes.filter((type) => type === pattern);
  return /^$|\.$/.test(prefix) ? eventTypes.filter((type) => type.startsWith(prefix)) : [];
}
