import type { z } from 'zod';
import type { ApiRequestDetail, ApiRequestSnapshot } from '../api-request.ts';
import type { AuditEntryOutput } from '../audit-entry.ts';
import type { DeliverySnapshot } from '../delivery.ts';
import { NEWEST_API_VERSION } from '../event-catalogue.ts';
import type { EventEnvelope } from '../events.ts';
import type { InboundEventSnapshot, IntegrationSnapshot, integrationCreate } from '../integration.ts';
import { exampleId } from '../primitives.ts';
import type { providerSnapshot } from '../provider.ts';
import type { WebhookSnapshot, webhookCreate } from '../webhook.ts';
import { begins, demarcationPoint, plan, timestamps } from './customers.ts';
import { payment } from './money.ts';

/** One story for every example: Ada Mwangi takes "Home 50" in Nairobi and pays for the first 30 days. */

export const provider: z.output<typeof providerSnapshot> = {
  id: exampleId('provider'),
  name: 'Savanna Fibre',
  livemode: false,
  timeZone: 'Africa/Nairobi',
  taxRate: 0,
  rails: [
    { name: 'manual', currencies: ['KES', 'USD'] },
    { name: 'simulated', currencies: ['KES', 'USD'] },
  ],
  ...timestamps,
};

export const event: EventEnvelope = {
  id: exampleId('event'),
  type: 'payment.received',
  apiVersion: NEWEST_API_VERSION,
  occurredAt: begins,
  providerId: provider.id,
  correlationId: '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c',
  livemode: false,
  data: { object: 'payment', current: payment, previous: { status: 'PROCESSING' } },
};

export const newWebhook = {
  url: 'https://example.com/hooks/billing',
  events: ['payment.received', 'subscription.*'],
  headers: [{ name: 'Authorization', value: 'Bearer 7d1f0c' }],
} satisfies z.input<typeof webhookCreate>;

export const webhook: WebhookSnapshot = {
  id: exampleId('webhook'),
  ...newWebhook,
  apiVersion: NEWEST_API_VERSION,
  description: null,
  status: 'ACTIVE',
  secretLast4: 'Jx0w',
  ...timestamps,
};

export const delivery: DeliverySnapshot = {
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

export const newIntegration = {
  name: 'Splynx Nairobi',
  adapter: 'splynx',
  signing: 'hmac',
  tariffMap: { '12': plan.id },
  defaultDemarcationPointId: demarcationPoint.id,
} satisfies z.input<typeof integrationCreate>;

export const integration: IntegrationSnapshot = {
  id: exampleId('integration'),
  ...newIntegration,
  externalPartnerId: null,
  freeImmediateUpgrade: false,
  poolMap: { '3': 'static-nairobi' },
  status: 'ACTIVE',
  secretLast4: 'Jx0w',
  ...timestamps,
};

export const inboundEvent: InboundEventSnapshot = {
  id: exampleId('inboundEvent'),
  event: 'internet_service/edit',
  externalServiceId: '77',
  status: 'PROCESSED',
  reason: null,
  receivedAt: begins,
  ...timestamps,
};

export const apiRequest: ApiRequestSnapshot = {
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

export const apiRequestWithBodies: ApiRequestDetail = {
  ...apiRequest,
  requestBody: '{"planName":"Home 50","planType":"RESIDENTIAL","priceAmount":9.99}',
  responseBody: '{"success":false,"error":"PLAN_PRICE_BELOW_FLOOR"}',
};

export const auditEntry: AuditEntryOutput = {
  id: exampleId('auditEntry'),
  actor: { type: 'credential', id: exampleId('accessCredential'), name: 'Billing service' },
  action: 'plan.update',
  resourceType: 'plan',
  resourceId: exampleId('plan'),
  changes: { downloadSpeedMbps: { before: 20, after: 50 } },
  affected: null,
  correlationId: event.correlationId,
  createdAt: begins,
  updatedAt: begins,
};
