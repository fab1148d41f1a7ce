/** Imports no library, so that pages can import it at no cost. */

import type { EventObject, EventType } from '../event-catalogue.ts';
import type { Sentence } from '../sentence.ts';
import { idsAmong, type Names } from './describe-change.ts';
import { billingCycleSentences } from './sentences/billing-cycle.ts';
import { chargeSentences } from './sentences/charge.ts';
import type { EventSentence, EventSentences, Reader } from './sentences/facts.ts';
import { installationSentences } from './sentences/installation.ts';
import { networkSessionSentences } from './sentences/network-session.ts';
import { paymentSentences, refundSentences } from './sentences/payment.ts';
import { planSentences } from './sentences/plan.ts';
import { subscriberSentences } from './sentences/subscriber.ts';
import { subscriptionSentences } from './sentences/subscription.ts';

/** The parts of an event that its sentence uses. */
export type DescribedEvent = {
  type: EventType;
  occurredAt: string;
  data: {
    current: Record<string, unknown>;
    previous?: Record<string, unknown>;
    changedFields?: string[];
    rejection?: { reason: string; note?: string };
  };
};

/** The sentences of all events. An event without a sentence is a type error. */
const sentences: EventSentences<EventObject> = {
  ...subscriberSentences,
  ...subscriptionSentences,
  ...paymentSentences,
  ...refundSentences,
  ...chargeSentences,
  ...billingCycleSentences,
  ...installationSentences,
  ...networkSessionSentences,
  ...planSentences,
};

/**
 * An event as a sentence with money, dates and names. The present tense suits what has happened and what a dry run
 * announces.
 * @param names by id; see `idsIn` for the ids that help
 * @param reader a subscriber reads the events that have an email in the second person
 */
export function describeEvent(
  { type, occurredAt, data }: DescribedEvent,
  names: Names = {},
  reader: Reader = 'staff',
): Sentence {
  const sentence = sentences[type] as EventSentence<Record<string, unknown>>;
  const { current, previous = {}, changedFields = Object.keys(previous), rejection } = data;
  const sentenceOf = typeof sentence === 'function' ? sentence : sentence[reader];
  return sentenceOf({ current, previous, changedFields, rejection, occurredAt, names });
}

/** The ids in an event whose names its sentence uses: those of the resource, and all that changed. */
export function idsIn({ data }: DescribedEvent): string[] {
  const { current, previous = {}, changedFields = Object.keys(previous) } = data;
  const changed = changedFields.map((field) => current[field]);
  return [...new Set(idsAmong([named.map((field) => current[field]), changed, previous]))];
}

const named = ['subscriberId', 'planId', 'nextPlanId', 'invoiceId', 'chargeId', 'pendingUpgrade'];
