import { formatMoney } from '@/components/format/format-money.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { hasEnded, isInService } from '@/server/contract/subscription-rules.ts';

/** What is known of a subscriber when something is about to be done to them. */
export type Known = {
  subscriber: SubscriberSnapshot;
  subscriptions: SubscriptionSnapshot[];
  openInvoices: InvoiceSnapshot[];
  pendingPayments: PaymentSnapshot[];
  /** How a subscription is called. */
  nameOf: (subscription: SubscriptionSnapshot) => string;
  /** An instant in the provider's zone. */
  timeOf: (instant: string) => string;
};

function isServed({ status }: SubscriptionSnapshot): boolean {
  return isInService(status);
}

/** Why a subscriber is suspended: the reason given for the hold, a hold without one, or the lack of service. */
export function reasonOf({ status, hold }: SubscriberSnapshot): string | null {
  if (status !== 'suspended') return null;
  return hold ? (hold.reason ?? 'manual hold') : 'nothing in service';
}

/** Whether a subscriber had service and has none now: only a payment ends that. */
function hasLostService(subscriptions: SubscriptionSnapshot[]): boolean {
  const isLost = ({ status }: SubscriptionSnapshot) => status === 'INACTIVE' || status === 'MIGRATED_OUT';
  return !subscriptions.some(isServed) && subscriptions.some(isLost);
}

export function followsHold({ subscriber, subscriptions, nameOf }: Known): string[] {
  const serving = subscriptions.filter(isServed);
  return [
    serving.length === 0
      ? 'Nothing is in service, so no network access is cut. What is paid from now on waits for the hold to be lifted.'
      : `Network access is cut at once: ${serving.map(nameOf).join(', ')}.`,
    'Subscriptions, billing cycles and invoices go on; a payment does not lift the hold.',
    events(subscriber.status === 'suspended' ? 'subscriber.updated' : 'subscriber.suspended'),
  ];
}

export function followsLift({ subscriptions, nameOf }: Known): string[] {
  const serving = subscriptions.filter(isServed);
  if (hasLostService(subscriptions)) {
    return [
      'Nothing is in service, so the subscriber stays suspended until a payment brings a subscription back.',
      events('subscriber.updated'),
    ];
  }
  return [
    serving.length === 0
      ? 'Nothing is in service yet; network access comes with the first payment.'
      : `Network access is back at once: ${serving.map(nameOf).join(', ')}.`,
    events('subscriber.activated'),
  ];
}

/** @param chosen the subscriptions in service that are to be taken out of it */
export function followsDeactivation(known: Known, chosen: SubscriptionSnapshot[]): string[] {
  if (chosen.length === 0) return ['Nothing, as no subscription is chosen.'];
  const left = known.subscriptions.filter((row) => isServed(row) && !chosen.includes(row));
  const suspends = left.length === 0 && known.subscriber.status === 'active';
  return [
    ...chosen.map((row) => endOfService(known, row)),
    ...voided(known, chosen),
    left.length > 0
      ? `Still in service: ${left.map(known.nameOf).join(', ')}. The subscriber stays as they are.`
      : `Nothing else is in service${suspends ? ', so the subscriber is suspended' : ''}; a payment brings them back.`,
    events(
      ...many('subscription.deactivated', chosen.length),
      ...expired(known, chosen),
      ...(suspends ? ['subscriber.suspended'] : []),
    ),
  ];
}

export function followsTermination(known: Known): string[] {
  const living = known.subscriptions.filter((row) => !hasEnded(row));
  const serving = living.filter(isServed);
  return [
    ...serving.map((row) => endOfService(known, row)),
    living.length === 0
      ? 'They have no subscription that could be cancelled.'
      : `Cancelled for good: ${living.map(known.nameOf).join(', ')}.`,
    ...voided(known, living),
    'Their network credentials are removed, and they can never be active again.',
    events(
      ...many('subscription.deactivated', serving.length),
      ...many('subscription.updated', living.length),
      ...expired(known, living),
      'subscriber.terminated',
    ),
  ];
}

function endOfService({ nameOf, timeOf }: Known, row: SubscriptionSnapshot): string {
  const unused = row.expiresAt && ` It is paid until ${timeOf(row.expiresAt)}; that time is not refunded.`;
  return `${nameOf(row)} goes out of service at once.${unused ?? ''}`;
}

function voided({ openInvoices }: Known, of: SubscriptionSnapshot[]): string[] {
  const open = openInvoices.filter(isOf(of));
  if (open.length === 0) return [];
  const named = open.map(
    ({ number, amountDue, currency }) => `${number} (${formatMoney(amountDue, currency)})`,
  );
  return [`Void, and no longer owed: ${named.join(', ')}.`];
}

function expired({ pendingPayments }: Known, of: SubscriptionSnapshot[]): string[] {
  return many('payment.expired', pendingPayments.filter(isOf(of)).length);
}

function isOf(subscriptions: SubscriptionSnapshot[]) {
  const ids = new Set<string | null>(subscriptions.map(({ id }) => id));
  return ({ subscriptionId }: { subscriptionId: string | null }) => ids.has(subscriptionId);
}

function many(event: string, times: number): string[] {
  if (times === 0) return [];
  return [times === 1 ? event : `${times} × ${event}`];
}

function events(...names: string[]): string {
  return `${names.length === 1 ? 'Event' : 'Events'}: ${names.join(', ')}.`;
}
