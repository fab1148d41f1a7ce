import type { Row } from './types.ts';

/**
 * The operations of the API by resource and method: HTTP method, path, what the arguments after the ids are, and how long
 * an attempt may take in milliseconds. Types of arguments and results follow from the OpenAPI document. A test compares
 * this table with the document.
 */
export const surface = {
  provider: {
    /** Read your account. */
    retrieve: ['GET', '/v1/provider'],
  },
  scheduleD: {
    /** List the price floors. */
    list: ['GET', '/v1/schedule-d', 'list'],
  },
  subscribers: {
    /** Create a subscriber. */
    create: ['POST', '/v1/subscribers', 'body'],
    /** Read a subscriber. */
    retrieve: ['GET', '/v1/subscribers/{id}'],
    /** List subscribers. */
    list: ['GET', '/v1/subscribers', 'list'],
    /** Replace a subscriber. */
    update: ['PUT', '/v1/subscribers/{id}', 'body'],
    /** Put a manual hold on a subscriber. */
    suspend: ['POST', '/v1/subscribers/{id}/suspend', 'body'],
    /** Lift a manual hold. */
    activate: ['POST', '/v1/subscribers/{id}/activate'],
    /** Deactivate subscriptions at once. */
    deactivate: ['POST', '/v1/subscribers/{id}/deactivate', 'body'],
    /** Terminate a subscriber. */
    terminate: ['POST', '/v1/subscribers/{id}/terminate'],
  },
  charges: {
    /** Create a charge of a subscriber. */
    create: ['POST', '/v1/subscribers/{subscriberId}/charges', 'body'],
    /** Read a charge of a subscriber. */
    retrieve: ['GET', '/v1/subscribers/{subscriberId}/charges/{chargeId}'],
    /** List the charges of a subscriber. */
    list: ['GET', '/v1/subscribers/{subscriberId}/charges', 'list'],
    /** Cancel a pending charge. */
    cancel: ['POST', '/v1/subscribers/{subscriberId}/charges/{chargeId}/cancel', 'body'],
    /** Waive a pending charge. */
    waive: ['POST', '/v1/subscribers/{subscriberId}/charges/{chargeId}/waive', 'body'],
  },
  demarcationPoints: {
    /** Create a demarcation point. */
    create: ['POST', '/v1/demarcation-points', 'body'],
    /** Read a demarcation point. */
    retrieve: ['GET', '/v1/demarcation-points/{id}'],
    /** List demarcation points. */
    list: ['GET', '/v1/demarcation-points', 'list'],
    /** Update a demarcation point. */
    update: ['PATCH', '/v1/demarcation-points/{id}', 'body'],
  },
  plans: {
    /** Create a plan. */
    create: ['POST', '/v1/plans', 'body'],
    /** Read a plan. */
    retrieve: ['GET', '/v1/plans/{id}'],
    /** List plans. */
    list: ['GET', '/v1/plans', 'list'],
    /** Replace a plan. */
    update: ['PUT', '/v1/plans/{id}', 'body'],
    /** Duplicate a plan. */
    duplicate: ['POST', '/v1/plans/duplicate/{id}', 'body'],
    /** Disable a plan; `confirm` is its name. */
    disable: ['POST', '/v1/plans/{id}/disable', 'query'],
    /** Enable a plan. */
    enable: ['POST', '/v1/plans/{id}/enable'],
    /** Delete a disabled plan; `confirm` is its name. */
    delete: ['DELETE', '/v1/plans/{id}', 'query'],
  },
  subscriptions: {
    /** Create a subscription. */
    create: ['POST', '/v1/subscriptions', 'body'],
    /** Read a subscription. */
    retrieve: ['GET', '/v1/subscriptions/{id}'],
    /** List subscriptions. */
    list: ['GET', '/v1/subscriptions', 'list'],
    /** Update a subscription: plan, overrides, demarcation point. */
    update: ['PATCH', '/v1/subscriptions/{id}', 'body'],
    /** Cancel a subscription at the end of the paid cycle. */
    cancel: ['DELETE', '/v1/subscriptions/{id}'],
    /** Remove the plan of a subscription. */
    removePlan: ['DELETE', '/v1/subscriptions/{id}/plan', 'query'],
    /** Activate a subscription. */
    activate: ['POST', '/v1/subscriptions/{id}/activate'],
    /** Migrate a subscription to another system. */
    migrateOut: ['POST', '/v1/subscriptions/{id}/migrate-out'],
    /** List the billing cycles of a subscription. */
    listCycles: ['GET', '/v1/subscriptions/{id}/cycles', 'list'],
    /** Read the network credentials. */
    retrieveCredentials: ['GET', '/v1/subscriptions/{id}/credentials'],
    /** Replace the network password. */
    rotateCredentials: ['POST', '/v1/subscriptions/{id}/credentials/rotate'],
  },
  installations: {
    /** Create an installation. */
    create: ['POST', '/v1/installations', 'body'],
    /** Read an installation. */
    retrieve: ['GET', '/v1/installations/{id}'],
    /** List installations. */
    list: ['GET', '/v1/installations', 'list'],
    /** Update an installation. */
    update: ['PATCH', '/v1/installations/{id}', 'body'],
    /** Cancel an installation. */
    cancel: ['POST', '/v1/installations/{id}/cancel'],
  },
  payments: {
    /** Create a payment. */
    create: ['POST', '/v1/payments', 'body'],
    /** Read a payment. */
    retrieve: ['GET', '/v1/payments/{id}'],
    /** List payments. */
    list: ['GET', '/v1/payments', 'list'],
    /** Simulate the gateway (sandbox). */
    simulate: ['POST', '/v1/payments/{id}/simulate', 'body'],
    /** Refund a payment. */
    refund: ['POST', '/v1/payments/{id}/refunds', 'body'],
  },
  refunds: {
    /** Read a refund. */
    retrieve: ['GET', '/v1/refunds/{id}'],
    /** List refunds. */
    list: ['GET', '/v1/refunds', 'list'],
  },
  invoices: {
    /** Read an invoice. */
    retrieve: ['GET', '/v1/invoices/{id}'],
    /** List invoices. */
    list: ['GET', '/v1/invoices', 'list'],
    /** Download an invoice: the bytes of a PDF. */
    pdf: ['GET', '/v1/invoices/{id}/pdf', 'file'],
  },
  events: {
    /** Read an event. */
    retrieve: ['GET', '/v1/events/{id}'],
    /** List events. */
    list: ['GET', '/v1/events', 'list'],
  },
  webhooks: {
    /** Register a webhook. The result has its secret, once. */
    create: ['POST', '/v1/webhooks', 'body'],
    /** Read a webhook. */
    retrieve: ['GET', '/v1/webhooks/{id}'],
    /** List webhooks. */
    list: ['GET', '/v1/webhooks', 'list'],
    /** Replace a webhook. */
    update: ['PUT', '/v1/webhooks/{id}', 'body'],
    /** Delete a webhook. */
    delete: ['DELETE', '/v1/webhooks/{id}'],
    /** Rotate the secret of a webhook. The result has the new one, once; both sign for 24 hours. */
    rotateSecret: ['POST', '/v1/webhooks/{id}/rotate-secret'],
    /** Send a test event to a webhook. */
    test: ['POST', '/v1/webhooks/{id}/test', 'body'],
    /** Replay past events to a webhook. */
    replay: ['POST', '/v1/webhooks/{id}/replay', 'body'],
  },
  deliveries: {
    /** Read a delivery of a webhook. */
    retrieve: ['GET', '/v1/webhooks/{id}/deliveries/{deliveryId}'],
    /** List the deliveries of a webhook. */
    list: ['GET', '/v1/webhooks/{id}/deliveries', 'list'],
    /** Resend a delivery of a webhook. */
    resend: ['POST', '/v1/webhooks/{id}/deliveries/{deliveryId}/resend'],
  },
  requests: {
    /** Read a call of the API, with both bodies. */
    retrieve: ['GET', '/v1/requests/{id}'],
    /** List your calls of the API. */
    list: ['GET', '/v1/requests', 'list'],
  },
  integrations: {
    /** Create an integration. The result has its secret, once. */
    create: ['POST', '/v1/integrations', 'body'],
    /** Read an integration. */
    retrieve: ['GET', '/v1/integrations/{id}'],
    /** List integrations. */
    list: ['GET', '/v1/integrations', 'list'],
    /** Replace an integration. */
    update: ['PUT', '/v1/integrations/{id}', 'body'],
    /** Delete an integration. */
    delete: ['DELETE', '/v1/integrations/{id}'],
    /** Rotate the secret of an integration. The result has the new one, once. */
    rotateSecret: ['POST', '/v1/integrations/{id}/rotate-secret'],
    /** Revoke the secret of an integration. */
    revokeSecret: ['DELETE', '/v1/integrations/{id}/secret'],
    /** Send an event of an external system. With the option `secret` it is signed. */
    sendEvent: ['POST', '/v1/integrations/{integrationId}/webhooks', 'signed'],
  },
  inboundEvents: {
    /** List the inbound events of an integration. */
    list: ['GET', '/v1/integrations/{id}/inbound-events', 'list'],
    /** Retry a failed inbound event. */
    retry: ['POST', '/v1/integrations/{id}/inbound-events/{inboundId}/retry'],
  },
  networkSessions: {
    /** List network sessions. */
    list: ['GET', '/v1/network-sessions', 'list'],
    /** Disconnect a network session. */
    disconnect: ['POST', '/v1/network-sessions/{id}/disconnect'],
  },
  testClock: {
    /** Read the test clock (sandbox). */
    retrieve: ['GET', '/v1/test-clock'],
    /** Advance the test clock and run all that falls due on the way (sandbox). */
    advance: ['POST', '/v1/test-clock/advance', 'body', 600_000],
  },
  openapi: {
    /** Read the OpenAPI document. */
    retrieve: ['GET', '/v1/openapi.json', 'bare'],
  },
} as const satisfies Record<string, Record<string, Row>>;

export type Surface = typeof surface;
