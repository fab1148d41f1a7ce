import { daysText } from '../../days.ts';
import { instant, listed, money, type Sentence, say, together } from '../../sentence.ts';
import type { SubscriptionSnapshot } from '../../subscription.ts';
import { type OverrideField, overrideNames } from '../../subscription-rules.ts';
import type { Names } from '../describe-change.ts';
import { inactiveReasonTexts, lowered, rejectionText } from '../reason-texts.ts';
import { describeUpdate, type EventSentences, type Facts, nameOf, sumOf } from './facts.ts';

/** A subscription whose names are not known, inside a sentence. */
const INSIDE = 'the subscription';

export const subscriptionSentences: EventSentences<'subscription'> = {
  'subscription.created': ({ current, names }) =>
    say`${nameOf(names, current.subscriberId, 'The subscriber')} subscribes to ${nameOf(names, current.planId, 'a plan')}${
      current.price ? say` at ${sumOf(current.price)} for each cycle` : ''
    }.`,
  'subscription.updated': describeSubscriptionUpdate,
  'subscription.plan_change_queued': ({ current, names }) =>
    together([
      say`${subscriptionName(current, names)} changes to ${nameOf(names, current.nextPlanId, 'another plan')} at the end of its paid period.`,
      ...(typeof current.priceOverride === 'number'
        ? [say`It keeps its own price of ${money(current.priceOverride, current.price.currency)}.`]
        : []),
    ]),
  'subscription.plan_change_applied': ({ current, previous, names }) =>
    say`${nameOf(names, current.subscriberId, 'The subscription')} moves from ${nameOf(names, previous.planId, 'another plan')} to ${nameOf(names, current.planId, 'another plan')}.`,
  'subscription.plan_change_rejected': ({ current, rejection, names }) =>
    say`The plan change of ${subscriptionName(current, names, INSIDE)} is rejected${because(rejection)}.`,
  'subscription.plan_removed_queued': ({ current, names }) =>
    say`Plan ${subscriptionName(current, names, 'of the subscription')} is removed${
      current.planRemovalAt ? say` on ${instant(current.planRemovalAt)}` : ' at the end of its paid period'
    }. Service ends then.`,
  'subscription.plan_removed': ({ current, names }) =>
    say`Plan ${subscriptionName(current, names, 'of the subscription')} is removed.`,
  'subscription.deactivated': ({ current, occurredAt, names }) =>
    together([
      say`${subscriptionName(current, names)} goes out of service${
        current.inactiveReason ? `: ${inactiveReasonTexts[current.inactiveReason]}` : ''
      }. Network access is cut.`,
      ...(current.expiresAt && current.expiresAt > occurredAt
        ? [say`It was paid until ${instant(current.expiresAt)}; that time is not refunded.`]
        : []),
    ]),
  'subscription.override_queued': ({ current, changedFields, names }) =>
    say`At the end of its paid period, ${subscriptionName(current, names, INSIDE)} gets ${overridesOf(
      changedFields,
      { ...current, priceOverride: current.price.amount },
      current.pendingOverrides ?? {},
      current.price.currency,
    )}.`,
  'subscription.override_applied': (facts) =>
    say`${subscriptionName(facts.current, facts.names)} gets ${changedOverridesOf(facts)}.`,
  'subscription.override_rejected': ({ current, rejection, names }) =>
    say`The override of ${subscriptionName(current, names, INSIDE)} is rejected${because(rejection)}.`,
};

/** What the fields that changed mean, the status first. */
function describeSubscriptionUpdate(facts: Facts<SubscriptionSnapshot>): Sentence {
  const { current, previous, changedFields, names } = facts;
  const name = subscriptionName(current, names);
  const inside = subscriptionName(current, names, INSIDE);
  const has = (field: keyof SubscriptionSnapshot) => changedFields.includes(field);
  const clauses: Sentence[] = [];
  if (has('status')) clauses.push(describeStatus(facts, name));
  else if (has('archivedAt') && current.archivedAt) clauses.push(say`${name} ends for good.`);
  else if (has('cancelAt') && current.cancelAt) {
    clauses.push(say`${name} stays in service until ${instant(current.cancelAt)} and ends for good then.`);
  } else if (has('cancelAt')) clauses.push(say`The cancellation of ${inside} is withdrawn.`);
  else if (has('expiresAt') && current.expiresAt) {
    clauses.push(say`${name} is paid until ${instant(current.expiresAt)}.`);
  }
  if (has('planRemovalAt') && !current.planRemovalAt && !has('cancelAt')) {
    clauses.push(say`The removal of its plan is withdrawn.`);
  }
  if (has('planId')) clauses.push(say`The plan is ${nameOf(names, current.planId, 'another one')}.`);
  if (has('nextPlanId') && !current.nextPlanId && !has('planId')) {
    clauses.push(
      say`The pending change to ${nameOf(names, previous.nextPlanId, 'another plan')} is withdrawn.`,
    );
  }
  if (has('pendingUpgrade') && !current.pendingUpgrade && !has('planId')) {
    clauses.push(
      say`The upgrade to ${nameOf(names, previous.pendingUpgrade?.planId, 'another plan')} is dropped.`,
    );
  }
  if (changedFields.some(isOverride)) clauses.push(say`${name} gets ${changedOverridesOf(facts)}.`);
  if (clauses.length === 0 && current.currentCycle?.status === 'OVERDUE') {
    clauses.push(
      say`The grace period of ${inside} is extended to ${instant(current.currentCycle.graceEndsAt)}.`,
    );
  }
  if (clauses.length > 0) return together(clauses);
  return describeUpdate(changedFields.length > 0 ? inside : name, facts);
}

function describeStatus({ current, previous, names }: Facts<SubscriptionSnapshot>, name: string): Sentence {
  const inside = subscriptionName(current, names, INSIDE);
  switch (current.status) {
    case 'ACTIVE': {
      if (previous.status === 'AWAITING_PAYMENT_FOR_UPGRADE') return say`${name} stays on its plan.`;
      const back = previous.status === 'INACTIVE' ? ' again' : '';
      return say`${name} is in service${back}${current.expiresAt ? say`, paid until ${instant(current.expiresAt)}` : ''}.`;
    }
    case 'AWAITING_PAYMENT_FOR_UPGRADE': {
      const { pendingUpgrade } = current;
      if (!pendingUpgrade) return say`An upgrade of ${inside} waits for its payment.`;
      return say`The upgrade of ${inside} to ${nameOf(names, pendingUpgrade.planId, 'another plan')} waits for ${sumOf(pendingUpgrade)} until ${instant(pendingUpgrade.expiresAt)}.`;
    }
    case 'CANCELLED':
      return say`${name} ends for good.`;
    case 'MIGRATED_OUT':
      return say`${name} leaves for another system for good. Its network credentials are removed.`;
    default:
      return say`${name} is ${lowered(current.status)}.`;
  }
}

type Overridden = Pick<SubscriptionSnapshot, OverrideField>;

/** The value of an override. */
const overrideValues: {
  [Field in OverrideField]: (value: NonNullable<Overridden[Field]>, currency: string) => Sentence;
} = {
  priceOverride: (value, currency) => say`${money(value, currency)}`,
  speedOverride: ({ downloadSpeedMbps, uploadSpeedMbps }) =>
    say`${downloadSpeedMbps} / ${uploadSpeedMbps} Mbps`,
  durationOverride: (value) => say`${daysText(value)}`,
};

function isOverride(field: string): field is OverrideField {
  return field in overrideNames;
}

/** Generic in the field, so that TypeScript relates the value to its text. Null where the plan's value applies. */
function overrideText<Field extends OverrideField>(
  field: Field,
  values: Partial<Overridden>,
  currency: string,
): Sentence | null {
  const value = values[field];
  return value == null ? null : overrideValues[field](value, currency);
}

/**
 * `its own price of KES 24.99 instead of KES 29.99 and the speed of the plan`.
 * @param before the values before, where the price may be that of the plan
 */
function overridesOf(
  fields: string[],
  before: Partial<Overridden>,
  after: Partial<Overridden>,
  currency: string,
): Sentence {
  return listed(
    fields.filter(isOverride).map((field) => {
      const name = overrideNames[field];
      const was = overrideText(field, before, currency);
      const is = overrideText(field, after, currency);
      const text = is ? say`its own ${name} of ${is}` : say`the ${name} of the plan`;
      return was && JSON.stringify(was) !== JSON.stringify(is) ? say`${text} instead of ${was}` : text;
    }),
  );
}

/** The overrides that an event has changed. */
function changedOverridesOf({ current, previous, changedFields }: Facts<SubscriptionSnapshot>): Sentence {
  const priceOverride = previous.priceOverride ?? previous.price?.amount ?? null;
  return overridesOf(changedFields, { ...previous, priceOverride }, current, current.price.currency);
}

/** `Home 50 of Ada Mwangi`, with as many of the names as are known. */
function subscriptionName(
  { planId, subscriberId }: Pick<SubscriptionSnapshot, 'planId' | 'subscriberId'>,
  names: Names,
  otherwise = 'The subscription',
): string {
  const plan = names[planId] ?? otherwise;
  const subscriber = names[subscriberId];
  return subscriber ? `${plan} of ${subscriber}` : plan;
}

function because(rejection: Facts<unknown>['rejection']): string {
  if (!rejection) return '';
  return `: ${rejectionText(rejection.reason)}${rejection.note ? ` (${rejection.note})` : ''}`;
}
