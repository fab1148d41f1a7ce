import type { z } from 'zod';
import type { ApiRequestDetail, ApiRequestSnapshot } from './api-request.ts';
import type { BillingCycleSnapshot } from './billing-cycle.ts';
import type { ChargeSnapshot, chargeCreate } from './charge.ts';
import type { DeliverySnapshot } from './delivery.ts';
import type { DemarcationPointSnapshot, demarcationPointCreate } from './demarcation-point.ts';
import { NEWEST_API_VERSION } from './event-catalogue.ts';
import type { EventEnvelope } from './events.ts';
import type { InstallationSnapshot, installationCreate } from './installation.ts';
import type { InboundEventSnapshot, IntegrationSnapshot, integrationCreate } from './integration.ts';
import type { InvoiceSnapshot } from './invoice.ts';
import type { NetworkSessionSnapshot } from './network-session.ts';
import type { PaymentSnapshot, paymentCreate } from './payment.ts';
import type { PlanSnapshot, planCreate } from './plan.ts';
import { exampleId } from './primitives.ts';
import type { providerSnapshot, scheduleDRowSnapshot, testClockAdvance } from './provider.ts';
import type { RefundSnapshot } from './refund.ts';
import type { ResourceName } from './resource-names.ts';
import type { deactivation, SubscriberSnapshot, subscriberCreate } from './subscriber.ts';
import type { SubscriptionSnapshot, subscriptionCreate } from './subscription.ts';
import type { WebhookSnapshot, webhookCreate } from './webhook.ts';

/** One story for every example: Ada Mwangi takes "Home 50" in Nairobi and pays for the first 30 days. */

const begins = '2026-03-01T08:00:00.000Z';
const ends = '2026-03-31T08:00:00.000Z';
const timestamps = { createdAt: begins, updatedAt: begins };

const address = {
  street: '12 Kenyatta Avenue',
  city: 'Nairobi',
  region: 'Nairobi County',
  postalCode: '00100',
  country: 'KE',
};

const plan: PlanSnapshot = {
  id: exampleId('plan'),
  planName: 'Home 50',
  planType: 'RESIDENTIAL',
  downloadSpeedMbps: 50,
  uploadSpeedMbps: 10,
  price: 29.99,
  priceAmount: 29.99,
  priceCurrency: 'USD',
  billingCycleDays: 30,
  dataCapMb: null,
  graceDays: 3,
  isActive: true,
  disabledAt: null,
  ...timestamps,
};

const person = { firstName: 'Ada', lastName: 'Mwangi', email: 'ada@example.com', phone: '+254712345678' };

const subscriber: SubscriberSnapshot = {
  id: exampleId('subscriber'),
  externalUserId: 'crm-1042',
  ...person,
  ...address,
  status: 'active',
  hold: null,
  subscriptionCount: 1,
  balanceDue: [],
  deactivatedAt: null,
  erasedAt: null,
  ...timestamps,
};

const site = { name: 'Kenyatta Avenue 12, flat 4', accessType: 'FIBER' as const, ...address };

const demarcationPoint: DemarcationPointSnapshot = {
  id: exampleId('demarcationPoint'),
  ...site,
  latitude: -1.2864,
  longitude: 36.8172,
  nasIdentifier: 'nas-nairobi-1',
  status: 'AVAILABLE',
  ...timestamps,
};

const billingCycle: BillingCycleSnapshot = {
  id: exampleId('billingCycle'),
  subscriptionId: exampleId('subscription'),
  planId: plan.id,
  status: 'ACTIVE',
  paymentStatus: 'COMPLETED',
  startsAt: begins,
  expiresAt: ends,
  graceEndsAt: '2026-04-03T08:00:00.000Z',
  ...timestamps,
};

const subscription: SubscriptionSnapshot = {
  id: exampleId('subscription'),
  subscriberId: subscriber.id,
  planId: plan.id,
  nextPlanId: null,
  demarcationPointId: demarcationPoint.id,
  externalReference: null,
  status: 'ACTIVE',
  inactiveReason: null,
  isExternal: false,
  startedAt: begins,
  expiresAt: ends,
  cancelAt: null,
  planRemovalAt: null,
  archivedAt: null,
  priceOverride: null,
  speedOverride: null,
  durationOverride: null,
  pendingOverrides: null,
  pendingUpgrade: null,
  price: { amount: 29.99, currency: 'USD' },
  currentCycle: billingCycle,
  radiusUsername: 'k7w2m4qz9xtb',
  ...timestamps,
};

const payment: PaymentSnapshot = {
  id: exampleId('payment'),
  subscriberId: subscriber.id,
  subscriptionId: subscription.id,
  chargeId: null,
  installationId: null,
  invoiceId: exampleId('invoice'),
  amount: 29.99,
  currency: 'USD',
  rail: 'manual',
  status: 'COMPLETED',
  reference: 'PAY-7K3MXQ2WTB',
  failureReason: null,
  checkoutUrl: null,
  expiresAt: '2026-03-02T08:00:00.000Z',
  completedAt: begins,
  refundedAmount: 0,
  refundDue: false,
  ...timestamps,
};

const invoice: InvoiceSnapshot = {
  id: exampleId('invoice'),
  number: 'INV-000042',
  subscriberId: subscriber.id,
  subscriptionId: subscription.id,
  billingCycleId: billingCycle.id,
  kind: 'FIRST',
  status: 'PAID',
  currency: 'USD',
  lines: [
    {
      description: 'Home 50',
      quantity: 1,
      unitAmount: 29.99,
      amount: 29.99,
      periodStart: begins,
      periodEnd: ends,
    },
  ],
  subtotal: 29.99,
  tax: 0,
  total: 29.99,
  amountPaid: 29.99,
  amountRefunded: 0,
  amountDue: 0,
  issuedAt: begins,
  dueAt: begins,
  paidAt: begins,
  ...timestamps,
};

const charge: ChargeSnapshot = {
  id: exampleId('charge'),
  subscriberId: subscriber.id,
  subscriptionId: subscription.id,
  installationId: exampleId('installation'),
  description: 'Installation fee',
  amount: 50,
  currency: 'USD',
  status: 'PENDING',
  reason: null,
  expiresAt: null,
  paidAt: null,
  waivedAt: null,
  cancelledAt: null,
  refundedAt: null,
  ...timestamps,
};

const installation: InstallationSnapshot = {
  id: exampleId('installation'),
  installationId: exampleId('installation'),
  subscriptionId: subscription.id,
  subscriberId: subscriber.id,
  demarcationPointId: demarcationPoint.id,
  required: true,
  free: false,
  feeAmount: 50,
  currency: 'USD',
  chargeId: charge.id,
  kind: 'INITIAL',
  status: 'PENDING_PAYMENT',
  scheduledAt: '2026-03-04T08:00:00.000Z',
  windowEndsAt: ends,
  installedAt: null,
  technician: null,
  notes: null,
  ...timestamps,
};

const refund: RefundSnapshot = {
  id: exampleId('refund'),
  paymentId: payment.id,
  subscriberId: subscriber.id,
  subscriptionId: subscription.id,
  chargeId: null,
  amount: 10,
  currency: 'USD',
  reason: 'SERVICE_FAULT',
  note: 'Two days without service in March',
  status: 'SUCCEEDED',
  ...timestamps,
};

const session: NetworkSessionSnapshot = {
  id: exampleId('networkSession'),
  sessionId: exampleId('networkSession'),
  subscriptionId: subscription.id,
  subscriberId: subscriber.id,
  username: 'k7w2m4qz9xtb',
  ipAddress: '100.64.12.7',
  nasIpAddress: '10.9.0.1',
  nasName: 'Kilimani POP',
  framedIpv6Address: null,
  framedIpv6Prefix: '2001:db8:9::/64',
  delegatedIpv6Prefix: '2001:db8:900::/56',
  callingStationId: '4C:5E:0C:12:34:56',
  startedAt: begins,
  endedAt: null,
  reason: null,
  inputOctets: 0,
  outputOctets: 0,
  throttled: false,
  ...timestamps,
};

const provider: z.output<typeof providerSnapshot> = {
  id: exampleId('provider'),
  name: 'Savanna Fibre',
  livemode: false,
  timeZone: 'Africa/Nairobi',
  taxRate: 0,
  ...timestamps,
};

const scheduleDRow: z.output<typeof scheduleDRowSnapshot> = {
  id: exampleId('scheduleDRow'),
  planType: 'RESIDENTIAL',
  currency: 'USD',
  minSpeedMbps: 25,
  maxSpeedMbps: 50,
  floorAmount: 20,
  effectiveFrom: '2026-01-01T00:00:00.000Z',
  ...timestamps,
};

const deactivated: z.output<typeof deactivation> = {
  subscriberId: subscriber.id,
  status: 'suspended',
  deactivatedAt: begins,
  subscriptions: [{ id: subscription.id, status: 'INACTIVE', inactiveReason: 'DEACTIVATED' }],
  skipped: [],
};

/** Snapshots that the examples of events use. */
export const story = {
  begins,
  billingCycle,
  charge,
  installation,
  invoice,
  payment,
  plan,
  provider,
  refund,
  session,
  subscriber,
  subscription,
};

const event: EventEnvelope = {
  id: exampleId('event'),
  type: 'payment.received',
  apiVersion: NEWEST_API_VERSION,
  occurredAt: begins,
  providerId: provider.id,
  correlationId: '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c',
  livemode: false,
  data: { object: 'payment', current: payment, previous: { status: 'PROCESSING' } },
};

const newWebhook = {
  url: 'https://example.com/hooks/billing',
  events: ['payment.received', 'subscription.*'],
  headers: [{ name: 'Authorization', value: 'Bearer 7d1f0c' }],
} satisfies z.input<typeof webhookCreate>;

const webhook: WebhookSnapshot = {
  id: exampleId('webhook'),
  ...newWebhook,
  apiVersion: NEWEST_API_VERSION,
  description: null,
  status: 'ACTIVE',
  secretLast4: 'Jx0w',
  ...timestamps,
};

const delivery: DeliverySnapshot = {
  id: exampleId('delivery'),
  webhookId: webhook.id,
  eventId: event.id,
  eventType: 'payment.received',
  test: false,
  status: 'PENDING',
  nextAttemptAt: '2026-03-01T08:00:05.210Z',
  attempts: [
    {
      id: exampleId('attempt'),
      number: 1,
      at: '2026-03-01T08:00:00.120Z',
      responseStatus: 503,
      latencyMs: 88,
      responseExcerpt: 'Service Unavailable',
      error: null,
    },
  ],
  ...timestamps,
};

const newIntegration = {
  name: 'Splynx Nairobi',
  adapter: 'splynx',
  signing: 'hmac',
  tariffMap: { '12': plan.id },
  defaultDemarcationPointId: demarcationPoint.id,
} satisfies z.input<typeof integrationCreate>;

const integration: IntegrationSnapshot = {
  id: exampleId('integration'),
  ...newIntegration,
  externalPartnerId: null,
  freeImmediateUpgrade: false,
  poolMap: { '3': 'static-nairobi' },
  status: 'ACTIVE',
  secretLast4: 'Jx0w',
  ...timestamps,
};

const inboundEvent: InboundEventSnapshot = {
  id: exampleId('inboundEvent'),
  event: 'internet_service/edit',
  externalServiceId: '77',
  status: 'PROCESSED',
  reason: null,
  receivedAt: begins,
  ...timestamps,
};

const apiRequest: ApiRequestSnapshot = {
  id: exampleId('apiRequest'),
  callerType: 'credential',
  callerId: exampleId('accessCredential'),
  callerName: 'Billing service',
  method: 'POST',
  route: '/v1/plans',
  path: '/v1/plans',
  query: null,
  status: 400,
  error: 'PLAN_PRICE_BELOW_FLOOR',
  durationMs: 8.4,
  address: '203.0.113.7',
  userAgent: 'demarc-sdk-typescript/0.1.0',
  correlationId: event.correlationId,
  idempotencyKey: '0b0f6c1e-5a63-4f0e-8a43-7a4d9a1c2f10',
  replayed: false,
  dryRun: false,
  authenticated: true,
  recordedAt: begins,
  createdAt: begins,
};

const apiRequestWithBodies: ApiRequestDetail = {
  ...apiRequest,
  requestBody: '{"planName":"Home 50","planType":"RESIDENTIAL","priceAmount":9.99}',
  responseBody: '{"success":false,"error":"PLAN_PRICE_BELOW_FLOOR"}',
};

/** An example of each resource, under its schema's name in the API document. */
export const resourceExamples: Record<string, unknown> = {
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

const newPlan: z.input<typeof planCreate> = {
  planName: plan.planName,
  planType: plan.planType,
  downloadSpeedMbps: 50,
  uploadSpeedMbps: 10,
  priceAmount: 29.99,
  priceCurrency: 'USD',
  billingCycleDays: 30,
};

const newSubscriber: z.input<typeof subscriberCreate> = { ...person, ...address, externalUserId: 'crm-1042' };

const newDemarcationPoint: z.input<typeof demarcationPointCreate> = site;

const newSubscription: z.input<typeof subscriptionCreate> = {
  subscriberId: subscriber.id,
  planId: plan.id,
  demarcationPointId: demarcationPoint.id,
};

const newPayment: z.input<typeof paymentCreate> = { subscriptionId: subscription.id, rail: 'manual' };

const newCharge: Omit<z.input<typeof chargeCreate>, 'subscriberId'> = {
  description: 'Replacement router',
  amount: 45,
  currency: 'USD',
  subscriptionId: subscription.id,
};

const newInstallation: z.input<typeof installationCreate> = {
  subscriptionId: subscription.id,
  feeAmount: 50,
  scheduledAt: '2026-03-04T08:00:00Z',
};

const advance: z.input<typeof testClockAdvance> = { by: { days: 30 } };

/** An example of each request body, under the procedure's name. */
export const requestExamples: Record<string, unknown> = {
  'charge.cancel': { reason: 'Charged twice' },
  'charge.create': newCharge,
  'charge.waive': { reason: 'Goodwill' },
  'demarcationPoint.create': newDemarcationPoint,
  'demarcationPoint.update': { nasIdentifier: 'nas-nairobi-2' },
  'installation.create': newInstallation,
  'installation.update': { technician: 'Peter Otieno', installedAt: '2026-03-04T09:30:00Z' },
  'integration.create': newIntegration,
  'integration.update': { ...newIntegration, freeImmediateUpgrade: true },
  'payment.create': newPayment,
  'payment.simulate': { outcome: 'succeed' },
  'plan.create': newPlan,
  'plan.duplicate': { planName: 'Home 50 student' },
  'plan.update': { ...newPlan, priceAmount: 34.99 },
  'refund.create': { amount: 10, reason: 'SERVICE_FAULT', note: 'Two days without service in March' },
  'subscriber.create': newSubscriber,
  'subscriber.deactivate': { subscriptionIds: [subscription.id] },
  'subscriber.suspend': { reason: 'Customer is travelling' },
  'subscriber.update': { ...newSubscriber, city: 'Mombasa' },
  'subscription.create': newSubscription,
  'subscription.update': { planId: plan.id, externalReference: 'order-88231' },
  'testClock.advance': advance,
  'webhook.create': newWebhook,
  'webhook.replay': { since: begins },
  'webhook.test': { type: 'payment.received' },
  'webhook.update': { ...newWebhook, events: ['*'], status: 'ACTIVE' },
};

const deleted = (resource: ResourceName) => ({ id: exampleId(resource), deleted: true });

const ended = { status: 'CANCELLED', cancelledAt: begins } as const;

/** Examples of answers that show something else than the resource’s own example, under the procedure’s name. */
export const responseExamples: Record<string, unknown> = {
  'charge.create': { ...charge, description: 'Replacement router', amount: 45, installationId: null },
  'charge.cancel': { ...charge, ...ended, reason: 'Charged twice' },
  'charge.waive': { ...charge, status: 'WAIVED', waivedAt: begins, reason: 'Goodwill' },
  'demarcationPoint.create': { ...demarcationPoint, latitude: null, longitude: null, nasIdentifier: null },
  'demarcationPoint.update': { ...demarcationPoint, nasIdentifier: 'nas-nairobi-2' },
  'inboundEvent.retry': { ...inboundEvent, status: 'QUEUED' },
  'installation.update': {
    ...installation,
    status: 'ACTIVATED',
    technician: 'Peter Otieno',
    installedAt: '2026-03-04T09:30:00.000Z',
  },
  'installation.cancel': { ...installation, status: 'CANCELLED' },
  'integration.update': { ...integration, freeImmediateUpgrade: true },
  'integration.delete': deleted('integration'),
  'integration.revokeSecret': deleted('integration'),
  'payment.simulate': { ...payment, rail: 'simulated' },
  'plan.update': { ...plan, price: 34.99, priceAmount: 34.99 },
  'plan.duplicate': { ...plan, planName: 'Home 50 student' },
  'plan.disable': { ...plan, disabledAt: begins },
  'plan.delete': deleted('plan'),
  'subscriber.create': { ...subscriber, subscriptionCount: 0 },
  'subscriber.update': { ...subscriber, city: 'Mombasa' },
  'subscriber.suspend': {
    ...subscriber,
    status: 'suspended',
    hold: { reason: 'Customer is travelling', since: begins },
  },
  'subscriber.terminate': { ...subscriber, status: 'terminated' },
  'subscription.create': {
    ...subscription,
    status: 'PENDING',
    startedAt: null,
    expiresAt: null,
    currentCycle: null,
    radiusUsername: null,
  },
  'subscription.update': { ...subscription, externalReference: 'order-88231' },
  'subscription.cancel': { ...subscription, cancelAt: ends },
  'subscription.removePlan': { ...subscription, planRemovalAt: ends },
  'subscription.activate': {
    ...subscription,
    status: 'INACTIVE',
    inactiveReason: 'GRACE_EXPIRED',
    currentCycle: null,
  },
  'subscription.migrateOut': {
    ...subscription,
    status: 'MIGRATED_OUT',
    inactiveReason: 'MIGRATED_OUT',
    archivedAt: ends,
    currentCycle: null,
  },
  'testClock.advance': { now: ends, offsetSeconds: 2_592_000 },
  'webhook.update': { ...webhook, events: ['*'] },
  'webhook.delete': deleted('webhook'),
};
