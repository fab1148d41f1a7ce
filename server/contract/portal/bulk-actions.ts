import type { ChargeSnapshot } from '../charge.ts';
import type { DeliverySnapshot } from '../delivery.ts';
import type { DemarcationPointSnapshot } from '../demarcation-point.ts';
import type { InstallationSnapshot } from '../installation.ts';
import { appointmentAt } from '../installation-rules.ts';
import type { InvoiceSnapshot } from '../invoice.ts';
import type { NetworkSessionSnapshot } from '../network-session.ts';
import type { PlanSnapshot } from '../plan.ts';
import type { SubscriberSnapshot } from '../subscriber.ts';
import type { SubscriptionSnapshot } from '../subscription.ts';
import type { WebhookSnapshot } from '../webhook.ts';
import type { EmailSnapshot } from './email.ts';

/** Imports no library, so that pages can import it at no cost. */

/** One action on many rows of a list: the call of the API for each row. */
export type BulkActionRule<T extends { id: string }, O extends object, I extends object, P extends string> = {
  /** The name of the list in the API. */
  list: string;
  procedure: P;
  /** @param options what the person entered for all rows */
  input: (row: T, options: O) => I;
  /** What names a row without a name: another resource, a text, or both. */
  about?: (row: T) => { aboutId?: string | null; name?: string };
};

type NoOptions = Record<never, never>;

function rule<T extends { id: string }, O extends object = NoOptions>() {
  return <I extends object, const P extends string>(each: BulkActionRule<T, O, I, P>) => each;
}

const byId = ({ id }: { id: string }) => ({ id });
const ofSubscriber = ({ subscriberId }: { subscriberId: string | null }) => ({ aboutId: subscriberId });
const ofSubscription = ({ subscriptionId }: { subscriptionId: string }) => ({ aboutId: subscriptionId });

/** Every bulk action. The lists of the portal offer them for selected rows and for all rows that match. */
export const bulkActions = {
  'subscribers.suspend': rule<SubscriberSnapshot>()({
    list: 'subscribers',
    procedure: 'subscriber.suspend',
    input: byId,
  }),
  'subscribers.activate': rule<SubscriberSnapshot>()({
    list: 'subscribers',
    procedure: 'subscriber.activate',
    input: byId,
  }),
  'subscriptions.cancel': rule<SubscriptionSnapshot, { reason?: string }>()({
    list: 'subscriptions',
    procedure: 'subscription.cancel',
    input: ({ id }, { reason }) => ({ id, ...(reason && { reason }) }),
  }),
  'plans.disable': rule<PlanSnapshot>()({
    list: 'plans',
    procedure: 'plan.disable',
    // One confirmation is typed for all plans. The API requires the name of each plan.
    input: ({ id, planName }) => ({ id, confirm: planName }),
  }),
  'plans.enable': rule<PlanSnapshot>()({ list: 'plans', procedure: 'plan.enable', input: byId }),
  'demarcation-points.retire': rule<DemarcationPointSnapshot>()({
    list: 'demarcation-points',
    procedure: 'demarcationPoint.update',
    input: ({ id }) => ({ id, status: 'RETIRED' as const }),
  }),
  'demarcation-points.restore': rule<DemarcationPointSnapshot>()({
    list: 'demarcation-points',
    procedure: 'demarcationPoint.update',
    input: ({ id }) => ({ id, status: 'AVAILABLE' as const }),
  }),
  'installations.schedule': rule<InstallationSnapshot, { scheduledAt: string }>()({
    list: 'installations',
    procedure: 'installation.update',
    input: ({ id, windowEndsAt }, { scheduledAt }) => ({ id, ...appointmentAt(scheduledAt, windowEndsAt) }),
    about: ofSubscription,
  }),
  'installations.assign': rule<InstallationSnapshot, { technician: string }>()({
    list: 'installations',
    procedure: 'installation.update',
    input: ({ id }, { technician }) => ({ id, technician }),
    about: ofSubscription,
  }),
  'installations.cancel': rule<InstallationSnapshot>()({
    list: 'installations',
    procedure: 'installation.cancel',
    input: byId,
    about: ofSubscription,
  }),
  'invoices.pay': rule<InvoiceSnapshot>()({
    list: 'invoices',
    procedure: 'payment.create',
    // The request states the amount that is shown, so a changed amount is refused. A paid invoice states none.
    input: ({ id, amountDue, currency }) => ({
      invoiceId: id,
      ...(amountDue > 0 && { amount: amountDue }),
      currency,
      rail: 'manual' as const,
    }),
    about: ofSubscriber,
  }),
  'charges.waive': rule<ChargeSnapshot>()({
    list: 'charges',
    procedure: 'charge.waive',
    input: ({ id, subscriberId }) => ({ chargeId: id, subscriberId }),
    about: ofSubscriber,
  }),
  'charges.cancel': rule<ChargeSnapshot>()({
    list: 'charges',
    procedure: 'charge.cancel',
    input: ({ id, subscriberId }) => ({ chargeId: id, subscriberId }),
    about: ofSubscriber,
  }),
  'emails.resend': rule<EmailSnapshot>()({
    list: 'emails',
    procedure: 'email.resend',
    input: byId,
    about: ({ subscriberId, kind }) => ({
      aboutId: subscriberId,
      name: kind.charAt(0) + kind.slice(1).toLowerCase().replaceAll('_', ' '),
    }),
  }),
  'network-sessions.disconnect': rule<NetworkSessionSnapshot>()({
    list: 'network-sessions',
    procedure: 'networkSession.disconnect',
    input: byId,
    about: ({ subscriberId, username }) => ({ aboutId: subscriberId, name: username }),
  }),
  'webhooks.disable': rule<WebhookSnapshot>()({
    list: 'webhooks',
    procedure: 'webhook.setStatus',
    input: ({ id }) => ({ id, status: 'DISABLED' as const }),
  }),
  'webhooks.enable': rule<WebhookSnapshot>()({
    list: 'webhooks',
    procedure: 'webhook.setStatus',
    input: ({ id }) => ({ id, status: 'ACTIVE' as const }),
  }),
  'deliveries.resend': rule<DeliverySnapshot>()({
    list: 'deliveries',
    procedure: 'delivery.resend',
    input: ({ id, webhookId }) => ({ id: webhookId, deliveryId: id }),
    about: ({ eventType, eventId }) => ({ name: `${eventType} …${eventId.slice(-5)}` }),
  }),
};

export type BulkActionName = keyof typeof bulkActions;
