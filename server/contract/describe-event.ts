import type { BillingCycleSnapshot } from './billing-cycle.ts';
import type { ChargeSnapshot } from './charge.ts';
import { describeFields, type Names } from './describe-change.ts';
import type { EventType, eventCatalogue } from './event-catalogue.ts';
import type { InstallationSnapshot } from './installation.ts';
import type { InvoiceSnapshot } from './invoice.ts';
import type { NetworkSessionSnapshot } from './network-session.ts';
import type { PaymentSnapshot } from './payment.ts';
import type { PlanSnapshot } from './plan.ts';
import { inactiveReasonTexts, lowered, rejectionText } from './reason-texts.ts';
import type { RefundSnapshot } from './refund.ts';
import { day, instant, listed, money, type Sentence, say, together } from './sentence.ts';
import type { SubscriberSnapshot } from './subscriber.ts';
import type { SubscriptionSnapshot } from './subscription.ts';

/** Imports no library, so that pages can import it at no cost. */

/** What of an event a sentence needs. */
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

type Snapshots = {
  subscriber: SubscriberSnapshot;
  subscription: SubscriptionSnapshot;
  payment: PaymentSnapshot;
  billing_cycle: BillingCycleSnapshot;
  network: NetworkSessionSnapshot;
  plan: PlanSnapshot;
  charge: ChargeSnapshot;
  refund: RefundSnapshot;
  installation: InstallationSnapshot;
};

type Facts<S> = {
  current: S;
  previous: Partial<S>;
  changedFields: string[];
  rejection: { reason: string; note?: string } | undefined;
  occurredAt: string;
  names: Names;
};

type Describe<S> = (facts: Facts<S>) => Sentence;

/** One entry for each event of the catalogue. A new event without an entry is a type error. */
const sentences: { [T in EventType]: Describe<Snapshots[(typeof eventCatalogue)[T]['object']]> } = {
  'payment.received': ({ current, names }) =>
    together([
      say`${payerOf(current, names)} pays ${sumOf(current)}${purposeOf(current, names)}.`,
      ...(current.refundDue ? [say`It arrived after the payment had expired: a refund is due.`] : []),
    ]),
  'payment.failed': ({ current, names }) =>
    say`Payment ${current.reference} of ${sumOf(current)}${purposeOf(current, names)} fails${
      current.failureReason ? `: ${lowered(current.failureReason)}` : ''
    }.`,
  'payment.expired': ({ current, names }) =>
    say`Payment ${current.reference} of ${sumOf(current)}${purposeOf(current, names)} expires.`,
  'refund.issued': ({ current, names }) =>
    say`${sumOf(current)} is refunded to ${nameOf(names, current.subscriberId, 'the subscriber')}: ${lowered(current.reason)}.`,

  'billing.cycle_started': ({ current, names }) =>
    say`A cycle of ${nameOf(names, current.planId, 'the plan')} runs from ${instant(current.startsAt)} to ${instant(current.expiresAt)}.`,
  'billing.cycle_ending': ({ current, names }) =>
    say`The cycle of ${nameOf(names, current.planId, 'the plan')} ends on ${instant(current.expiresAt)}. Its renewal is due then.`,
  'billing.overdue': ({ current, names }) =>
    say`The renewal of ${nameOf(names, current.planId, 'the plan')} is overdue. Unpaid, service ends on ${instant(current.graceEndsAt)}.`,
  'billing.suspended': ({ current, names }) =>
    say`The grace of ${nameOf(names, current.planId, 'the plan')} ended on ${instant(current.graceEndsAt)} without a payment.`,

  'subscriber.created': ({ current }) => say`${fullName(current)} becomes a subscriber.`,
  'subscriber.updated': describeSubscriberUpdate,
  'subscriber.activated': ({ current }) =>
    say`${fullName(current)} is active: what is in service has network access.`,
  'subscriber.suspended': ({ current }) =>
    current.hold
      ? say`${fullName(current)} is on hold${reasonOfHold(current)}. Network access is cut.`
      : say`${fullName(current)} is suspended: nothing is in service.`,
  'subscriber.terminated': ({ current }) =>
    say`${fullName(current)} is terminated for good. The network credentials are removed.`,
  'subscriber.deleted': () => say`The record of the subscriber is erased.`,
  'subscriber.charge.created': ({ current, names }) =>
    say`${nameOf(names, current.subscriberId, 'The subscriber')} is charged ${sumOf(current)} for ${current.description}${
      current.expiresAt ? say`, payable until ${instant(current.expiresAt)}` : ''
    }.`,

  'subscription.created': ({ current, names }) =>
    say`${nameOf(names, current.subscriberId, 'The subscriber')} subscribes to ${nameOf(names, current.planId, 'a plan')}${
      current.price ? say` at ${sumOf(current.price)} for each cycle` : ''
    }.`,
  'subscription.updated': describeSubscriptionUpdate,
  'subscription.plan_change_queued': ({ current, names }) =>
    together([
      say`${subscriptionName(current, names)} changes to ${nameOf(names, current.nextPlanId, 'another plan')} at the end of its paid time.`,
      ...(typeof current.priceOverride === 'number'
        ? [say`It keeps its own price of ${money(current.priceOverride, current.price.currency)}.`]
        : []),
    ]),
  'subscription.plan_change_applied': ({ current, previous, names }) =>
    say`${nameOf(names, current.subscriberId, 'The subscription')} moves from ${nameOf(names, previous.planId, 'another plan')} to ${nameOf(names, current.planId, 'another plan')}.`,
  'subscription.plan_change_rejected': ({ current, rejection, names }) =>
    say`The plan change of ${subscriptionName(current, names)} is rejected${because(rejection)}.`,
  'subscription.plan_removed_queued': ({ current, names }) =>
    say`Plan ${subscriptionName(current, names, 'of the subscription')} is removed${
      current.planRemovalAt ? say` on ${instant(current.planRemovalAt)}` : ' at the end of its paid time'
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
    say`At the end of its paid time, ${subscriptionName(current, names)} gets ${overridesOf(
      current.pendingOverrides ?? {},
      changedFields,
      current,
    )}.`,
  'subscription.override_applied': ({ current, changedFields, names }) =>
    say`${subscriptionName(current, names)} gets ${overridesOf(current, changedFields, current)}.`,
  'subscription.override_rejected': ({ current, rejection, names }) =>
    say`The override of ${subscriptionName(current, names)} is rejected${because(rejection)}.`,

  'installation.created': ({ current, names }) =>
    together([
      say`${installationNames[current.kind]} for ${nameOf(names, current.subscriberId, 'the subscriber')} is ordered${
        current.feeAmount > 0 && !current.free
          ? say` for ${money(current.feeAmount, current.currency)}`
          : ' without a fee'
      }.`,
      current.scheduledAt
        ? say`The appointment is ${instant(current.scheduledAt)}.`
        : say`Not done by ${instant(current.windowEndsAt)}, it is abandoned.`,
    ]),
  'installation.updated': ({ current, names }) =>
    say`${installationNames[current.kind]} for ${nameOf(names, current.subscriberId, 'the subscriber')} ${installationStates[current.status]}.`,

  'network.session_started': ({ current }) =>
    say`${current.username} is online${current.ipAddress ? ` at ${current.ipAddress}` : ''}.`,
  'network.session_ended': ({ current }) =>
    say`${current.username} is offline${current.reason ? `: ${current.reason}` : ''}.`,
  'network.throttled': ({ current }) => say`${current.username} is throttled: the data cap is used up.`,

  'plan.created': ({ current }) =>
    say`${current.planName} is on sale at ${money(current.priceAmount, current.priceCurrency)} for ${daysText(current.billingCycleDays)}.`,
  'plan.updated': describePlanUpdate,
  'plan.deleted': ({ current }) => say`${current.planName} is deleted.`,
};

/**
 * An event as a sentence with money, dates and names. The present tense suits what has happened and what a dry run
 * announces.
 * @param names by id; see `idsIn` for the ids that help
 */
export function describeEvent({ type, occurredAt, data }: DescribedEvent, names: Names = {}): Sentence {
  const sentenceOf = sentences[type] as Describe<Record<string, unknown>>;
  const { current, previous = {}, changedFields = Object.keys(previous), rejection } = data;
  return sentenceOf({ current, previous, changedFields, rejection, occurredAt, names });
}

/** The ids in an event whose names its sentence uses. */
export function idsIn({ data: { current, previous = {} } }: DescribedEvent): string[] {
  const upgrade = current.pendingUpgrade as { planId?: unknown } | null | undefined;
  const values = [
    ...named.flatMap((field) => [current[field], previous[field]]),
    upgrade?.planId,
    // The sentence names the place only where it changes.
    ...('demarcationPointId' in previous ? [current.demarcationPointId, previous.demarcationPointId] : []),
  ];
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

const named = ['subscriberId', 'planId', 'nextPlanId', 'invoiceId', 'chargeId'];

/** An invoice as a sentence. Invoices have no events; a dry run shows those that it issues, pays and voids. */
export function describeInvoice(invoice: InvoiceSnapshot): Sentence {
  const { number, status, total, amountDue, amountPaid, amountRefunded, currency, dueAt } = invoice;
  if (status === 'VOID') return say`Invoice ${number} for ${money(total, currency)} is void and not owed.`;
  if (amountRefunded > 0) {
    return say`Invoice ${number}: ${money(amountPaid, currency)} paid, ${money(amountRefunded, currency)} refunded.`;
  }
  if (status === 'PAID') return say`Invoice ${number} for ${money(total, currency)} is paid.`;
  return say`Invoice ${number} for ${money(amountDue, currency)}, due ${day(dueAt)}.`;
}

/** A charge as a sentence, by its status. Only the creation of a charge has an event. */
export function describeCharge({ description, status, amount, currency }: ChargeSnapshot): Sentence {
  return say`Charge ${description} of ${money(amount, currency)} ${chargeStates[status]}.`;
}

const chargeStates: Record<ChargeSnapshot['status'], string> = {
  PENDING: 'is owed',
  PAID: 'is paid',
  WAIVED: 'is waived and not owed',
  REFUNDED: 'is refunded in full',
  CANCELLED: 'is cancelled and not owed',
};

const installationNames: Record<InstallationSnapshot['kind'], string> = {
  INITIAL: 'The first installation',
  REPLACEMENT: 'The replacement',
  RELOCATION: 'The relocation',
};

const installationStates: Record<InstallationSnapshot['status'], string> = {
  PENDING_PAYMENT: 'waits for its fee',
  AWAITING_INSTALLATION: 'waits to be done: its fee is settled',
  ACTIVATED: 'is activated',
  COMPLETED: 'is completed',
  CANCELLED: 'is cancelled',
  ABANDONED: 'is abandoned: it was not done in time',
  ARCHIVED: 'is archived: its subscription has ended',
};

function describeSubscriberUpdate({
  current,
  previous,
  changedFields,
  names,
}: Facts<SubscriberSnapshot>): Sentence {
  const name = fullName(current);
  const isHoldChanged = changedFields.includes('hold');
  if (isHoldChanged && current.hold) {
    return say`${name} is on hold${reasonOfHold(current)}. Payments do not lift the hold.`;
  }
  if (isHoldChanged && previous.hold) {
    return current.status === 'suspended'
      ? say`The hold of ${name} is lifted. Nothing is in service, so the status stays suspended.`
      : say`The hold of ${name} is lifted.`;
  }
  return updated(name, { current, previous, changedFields, names });
}

function describePlanUpdate({ current, previous, changedFields, names }: Facts<PlanSnapshot>): Sentence {
  const { planName, priceAmount, priceCurrency, disabledAt } = current;
  if (changedFields.includes('disabledAt')) {
    return disabledAt
      ? say`${planName} is off sale: no new subscription can take it.`
      : say`${planName} is on sale.`;
  }
  const others = changedFields.filter((field) => !['price', 'priceAmount'].includes(field));
  const clauses = [
    ...(typeof previous.priceAmount === 'number'
      ? [
          say`${planName} costs ${money(priceAmount, priceCurrency)} instead of ${money(previous.priceAmount, priceCurrency)}.`,
        ]
      : []),
    ...(others.length > 0 ? [updated(planName, { current, previous, changedFields: others, names })] : []),
  ];
  return clauses.length > 0 ? together(clauses) : say`${planName} is updated.`;
}

/** The changed fields that have no words of their own, before and after. */
function updated(
  name: string,
  {
    current,
    previous,
    changedFields,
    names,
  }: Pick<Facts<object>, 'current' | 'previous' | 'changedFields' | 'names'>,
): Sentence {
  if (changedFields.length === 0) return say`${name} is updated.`;
  const was: Record<string, unknown> = { ...previous };
  const is: Record<string, unknown> = { ...current };
  const changes = changedFields.map((field) => [field, { before: was[field], after: is[field] }]);
  return together(describeFields(name, Object.fromEntries(changes), names));
}

/** What the fields that changed mean, the status first. */
function describeSubscriptionUpdate(facts: Facts<SubscriptionSnapshot>): Sentence {
  const { current, previous, changedFields, names } = facts;
  const name = subscriptionName(current, names);
  const has = (field: keyof SubscriptionSnapshot) => changedFields.includes(field);
  const clauses: Sentence[] = [];
  if (has('status')) clauses.push(describeStatus(facts, name));
  else if (has('archivedAt') && current.archivedAt) clauses.push(say`${name} ends for good.`);
  else if (has('cancelAt') && current.cancelAt) {
    clauses.push(say`${name} stays in service until ${instant(current.cancelAt)} and ends for good then.`);
  } else if (has('cancelAt')) clauses.push(say`The cancellation of ${name} is withdrawn.`);
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
  const overrides = changedFields.filter((field) => field in overrideNames);
  if (overrides.length > 0) clauses.push(say`${name} gets ${overridesOf(current, overrides, current)}.`);
  if (clauses.length > 0) return together(clauses);
  return updated(name, facts);
}

function describeStatus({ current, previous, names }: Facts<SubscriptionSnapshot>, name: string): Sentence {
  switch (current.status) {
    case 'ACTIVE': {
      if (previous.status === 'AWAITING_PAYMENT_FOR_UPGRADE') return say`${name} stays on its plan.`;
      const back = previous.status === 'INACTIVE' ? ' again' : '';
      return say`${name} is in service${back}${current.expiresAt ? say`, paid until ${instant(current.expiresAt)}` : ''}.`;
    }
    case 'AWAITING_PAYMENT_FOR_UPGRADE': {
      const { pendingUpgrade } = current;
      if (!pendingUpgrade) return say`An upgrade of ${name} waits for its payment.`;
      return say`The upgrade of ${name} to ${nameOf(names, pendingUpgrade.planId, 'another plan')} waits for ${sumOf(pendingUpgrade)} until ${instant(pendingUpgrade.expiresAt)}.`;
    }
    case 'CANCELLED':
      return say`${name} ends for good.`;
    case 'MIGRATED_OUT':
      return say`${name} leaves for another system for good. Its network credentials are removed.`;
    default:
      return say`${name} is ${lowered(current.status)}.`;
  }
}

const overrideNames: Record<string, string> = {
  priceOverride: 'price',
  speedOverride: 'speed',
  durationOverride: 'cycle length',
};

/** `a price of its own of KES 24.99 and the speed of the plan`. */
function overridesOf(
  values: Partial<Pick<SubscriptionSnapshot, 'priceOverride' | 'speedOverride' | 'durationOverride'>>,
  fields: string[],
  { price }: SubscriptionSnapshot,
): Sentence {
  const { priceOverride, speedOverride, durationOverride } = values;
  return listed(
    fields.flatMap((field) => {
      if (!(field in overrideNames)) return [];
      if (field === 'priceOverride' && priceOverride != null) {
        return [say`its own price of ${money(priceOverride, price.currency)}`];
      }
      if (field === 'speedOverride' && speedOverride) {
        const { downloadSpeedMbps, uploadSpeedMbps } = speedOverride;
        return [say`its own speed of ${downloadSpeedMbps} / ${uploadSpeedMbps} Mbps`];
      }
      if (field === 'durationOverride' && durationOverride != null) {
        return [say`its own cycle of ${daysText(durationOverride)}`];
      }
      return [say`the ${overrideNames[field] ?? ''} of the plan`];
    }),
  );
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

function nameOf(names: Names, id: string | null | undefined, otherwise: string): string {
  return (id && names[id]) || otherwise;
}

function payerOf({ subscriberId }: PaymentSnapshot, names: Names): string {
  return nameOf(names, subscriberId, 'The subscriber');
}

/** ` for invoice INV-000042`, where the name of what is paid for is known. */
function purposeOf({ invoiceId, chargeId }: PaymentSnapshot, names: Names): string {
  const invoice = invoiceId && names[invoiceId];
  const charge = chargeId && names[chargeId];
  return invoice ? ` for invoice ${invoice}` : charge ? ` for ${charge}` : '';
}

function sumOf({ amount, currency }: { amount: number; currency: string }) {
  return money(amount, currency);
}

function fullName({ firstName, lastName }: SubscriberSnapshot): string {
  return `${firstName} ${lastName}`;
}

function reasonOfHold({ hold }: SubscriberSnapshot): string {
  return hold?.reason ? `: ${hold.reason.trim().replace(/[.!?]$/, '')}` : '';
}

function because(rejection: Facts<unknown>['rejection']): string {
  if (!rejection) return '';
  return `: ${rejectionText(rejection.reason)}${rejection.note ? ` (${rejection.note})` : ''}`;
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
