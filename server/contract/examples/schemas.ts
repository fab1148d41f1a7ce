import {
  begins,
  billingCycle,
  deactivated,
  demarcationPoint,
  installation,
  plan,
  session,
  subscriber,
  subscription,
} from './customers.ts';
import {
  apiRequest,
  apiRequestWithBodies,
  delivery,
  event,
  inboundEvent,
  integration,
  provider,
  webhook,
} from './developers.ts';
import { charge, invoice, payment, refund, scheduleDRow } from './money.ts';

/** An example of each resource, under its schema's name in the API document. */
export const schemaExamples: Record<string, unknown> = {
  ApiRequest: apiRequest,
  ApiRequestWithBodies: apiRequestWithBodies,
  BillingCycle: billingCycle,
  Charge: charge,
  Deactivation: deactivated,
  Delivery: delivery,
  DemarcationPoint: demarcationPoint,
  Event: event,
  InboundEvent: inboundEvent,
  Installation: installation,
  Integration: integration,
  IntegrationWithSecret: { ...integration, secret: 'isec_V6n1cQ0r8uYkTz4mWb2LhS7dPq3eGf9aXiR5oJx0w' },
  Invoice: invoice,
  NetworkSession: session,
  Payment: payment,
  Plan: plan,
  Provider: provider,
  Refund: refund,
  ScheduleDRow: scheduleDRow,
  Subscriber: subscriber,
  Subscription: subscription,
  SubscriptionCredentials: { username: 'k7w2m4qz9xtb', password: 'mQ7rT2xKb9WcZ4hn' },
  TestClock: { now: begins, offsetSeconds: 0 },
  Webhook: webhook,

  WebhookReplay: { queued: 12 },
  WebhookWithSecret: { ...webhook, secret: 'whsec_V6n1cQ0r8uYkTz4mWb2LhS7dPq3eGf9aXiR5oJx0w' },
};
