import type { z } from 'zod';
import type { BillingCycleSnapshot } from '../billing-cycle.ts';
import type { DemarcationPointSnapshot } from '../demarcation-point.ts';
import type { InstallationSnapshot } from '../installation.ts';
import type { NetworkSessionSnapshot } from '../network-session.ts';
import type { PlanSnapshot, planCreate } from '../plan.ts';
import { exampleId } from '../primitives.ts';
import type { deactivation, SubscriberSnapshot } from '../subscriber.ts';
import type { SubscriptionSnapshot } from '../subscription.ts';

/** One story for every example: Ada Mwangi takes "Home 50" in Nairobi and pays for the first 30 days. */

export const begins = '2026-03-01T08:00:00.000Z';

export const ends = '2026-03-31T08:00:00.000Z';

export const timestamps = { createdAt: begins, updatedAt: begins };

export const address = {
  street: '12 Kenyatta Avenue',
  city: 'Nairobi',
  region: 'Nairobi County',
  postalCode: '00100',
  country: 'KE',
};

export const plan: PlanSnapshot = {
  metadata: {},
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

export const newPlan: z.input<typeof planCreate> = {
  planName: plan.planName,
  planType: plan.planType,
  downloadSpeedMbps: 50,
  uploadSpeedMbps: 10,
  priceAmount: 29.99,
  priceCurrency: 'USD',
  billingCycleDays: 30,
};

export const person = {
  firstName: 'Ada',
  lastName: 'Mwangi',
  email: 'ada@example.com',
  phone: '+254712345678',
};

export const subscriber: SubscriberSnapshot = {
  metadata: { crm: '1042' },
  id: exampleId('subscriber'),
  accountNumber: '48201750',
  externalUserId: 'crm-1042',
  companyName: null,
  taxId: null,
  ...person,
  ...address,
  language: null,
  contactPreferences: { email: true, sms: true },
  status: 'active',
  hold: null,
  subscriptionCount: 1,
  balanceDue: [],
  creditBalance: [],
  deactivatedAt: null,
  erasedAt: null,
  ...timestamps,
};

export const site = { name: 'Kenyatta Avenue 12, flat 4', accessType: 'FIBER' as const, ...address };

export const demarcationPoint: DemarcationPointSnapshot = {
  metadata: {},
  id: exampleId('demarcationPoint'),
  ...site,
  latitude: -1.2864,
  longitude: 36.8172,
  nasIdentifier: 'nas-nairobi-1',
  status: 'AVAILABLE',
  ...timestamps,
};

export const billingCycle: BillingCycleSnapshot = {
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

export const subscription: SubscriptionSnapshot = {
  metadata: {},
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

export const installation: InstallationSnapshot = {
  metadata: {},
  id: exampleId('installation'),
  installationId: exampleId('installation'),
  subscriptionId: subscription.id,
  subscriberId: subscriber.id,
  demarcationPointId: demarcationPoint.id,
  required: true,
  free: false,
  feeAmount: 50,
  currency: 'USD',
  chargeId: exampleId('charge'),
  kind: 'INITIAL',
  status: 'PENDING_PAYMENT',
  scheduledAt: '2026-03-04T08:00:00.000Z',
  windowEndsAt: ends,
  startedAt: null,
  installedAt: null,
  technician: null,
  notes: null,
  serialNumber: null,
  macAddress: null,
  ...timestamps,
};

export const session: NetworkSessionSnapshot = {
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

export const deactivated: z.output<typeof deactivation> = {
  subscriberId: subscriber.id,
  status: 'suspended',
  deactivatedAt: begins,
  subscriptions: [{ id: subscription.id, status: 'INACTIVE', inactiveReason: 'DEACTIVATED' }],
  skipped: [],
};
